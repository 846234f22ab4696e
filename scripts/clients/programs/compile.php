<?php
// Loads, and thereby compiles, all generated files.
declare(strict_types=1);

require 'client.php';

foreach (glob('client/lib/{,*/}*.php', GLOB_BRACE) as $file) {
    require_once $file;
}
