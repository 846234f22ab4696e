<?php
declare(strict_types=1);

use OpenAPI\Client\Api\DestinationsApi;
use OpenAPI\Client\Model\DestinationParameters;
use OpenAPI\Client\Model\DestinationResource;

require 'client.php';

$api = new DestinationsApi(null, settings('/wallet/v0'));
$wallet = new DestinationResource();
$wallet->setType('DigitalWalletDestinationResource')->setId('w-1')->setProvider('webmoney');
$body = new DestinationParameters();
$body->setName('wallet')->setIdentity(getenv('HOLDFAST_IDENTITY_ID'))->setCurrency('RUB')->setResource($wallet);

$id = $api->createDestination('php-create', $body)->getId();
$read = $api->getDestination('php-read', $id)->getResource();
check($read->getType() === 'DigitalWalletDestinationResource', "the resource is $read");
check($read->getProvider() === 'webmoney', "the resource is $read");
