<?php
// Compiles all that was generated: PHP does so as it loads.
declare(strict_types=1);

require 'client.php';

foreach (glob('client/lib/{,*/}*.php', GLOB_BRACE) as $file) {
    require_once $file;
}
