<?php
declare(strict_types=1);

namespace Holdfast;

/** A message that must not be processed: answer it with 403. The message is the reason, `signature` or `age`. */
final class WebhookRefused extends \RuntimeException
{
}
