<?php
// Run by `npm run clients` with the packed package and the message of a real webhook.
declare(strict_types=1);

use Holdfast\Payments\Api\InvoicesApi;
use Holdfast\Payments\Model\InvoiceParams;
use Holdfast\Wallets\Api\IdentitiesApi;
use Holdfast\WebhookRefused;
use Holdfast\Webhooks;

require 'client.php';

[$url, $key, $shop] = [getenv('HOLDFAST_API_URL'), getenv('HOLDFAST_API_KEY'), getenv('HOLDFAST_SHOP_ID')];

$settings = (new Holdfast\Payments\Configuration())->setHost("$url/v2")->setAccessToken($key);
$invoices = new InvoicesApi(null, $settings);
$params = (new InvoiceParams())->setShopId($shop)->setDueDate(new DateTime('+1 hour'))->setAmount(1000);
$params->setCurrency('RUB')->setProduct('book')->setMetadata((object) ['order' => 'A-7']);
$id = $invoices->createInvoice('php-create', $params)->getInvoice()->getId();
$read = $invoices->getInvoiceByID('php-read', $id);
check($read->getAmount() === 1000, "the invoice is $read");

$settings = (new Holdfast\Wallets\Configuration())->setHost("$url/wallet/v0")->setAccessToken($key);
$identity = (new IdentitiesApi(null, $settings))->getIdentity('php-identity', getenv('HOLDFAST_IDENTITY_ID'));
check($identity->getId() === getenv('HOLDFAST_IDENTITY_ID'), "the identity is $identity");

$body = file_get_contents(getenv('WEBHOOK_BODY_FILE'));
[$signature, $publicKey] = [getenv('CONTENT_SIGNATURE'), getenv('WEBHOOK_PUBLIC_KEY')];

function refusal(mixed ...$message): ?string
{
    try {
        Webhooks::readEvent(...$message);
        return null;
    } catch (WebhookRefused $refused) {
        return $refused->getMessage();
    }
}

$event = Webhooks::readEvent($body, $signature, $publicKey, 3600);
check($event['eventType'] === 'InvoiceCreated', "the event is {$event['eventType']}");
check(refusal($body, $signature, $publicKey, 0) === 'age', 'an old event is read');
check(refusal("$body ", $signature, $publicKey) === 'signature', 'an altered event is read');
$forged = preg_replace('/digest=.{8}/', 'digest=AAAAAAAA', $signature);
check(!Webhooks::isSigned($body, $forged, $publicKey), 'a forged signature is accepted');
check(!Webhooks::isSigned($body, str_replace('RS256', 'none', $signature), $publicKey), 'another algorithm is accepted');
check(!Webhooks::isSigned($body, null, $publicKey), 'a message without signature is accepted');
