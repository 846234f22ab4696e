<?php
declare(strict_types=1);

use OpenAPI\Client\Api\InvoiceTemplatesApi;
use OpenAPI\Client\Model\InvoiceTemplateCreateParams;
use OpenAPI\Client\Model\InvoiceTemplateDetails;
use OpenAPI\Client\Model\InvoiceTemplateLineCost;
use OpenAPI\Client\Model\LifetimeInterval;
use OpenAPI\Client\Model\PaymentParams;
use OpenAPI\Client\ObjectSerializer;

require 'client.php';

$api = new InvoiceTemplatesApi(null, settings('/v2'));
$price = new InvoiceTemplateLineCost();
$price->setCostType('InvoiceTemplateLineCostFixed')->setCurrency('RUB')->setAmount(1000);
$details = new InvoiceTemplateDetails();
$details->setTemplateType('InvoiceTemplateSingleLine')->setProduct('book')->setPrice($price);
$body = new InvoiceTemplateCreateParams();
$body->setShopId(getenv('HOLDFAST_SHOP_ID'))->setDetails($details);
$body->setLifetime((new LifetimeInterval())->setDays(1)->setMonths(0)->setYears(0));

$id = $api->createInvoiceTemplate('php-create', $body)->getInvoiceTemplate()->getId();
$read = $api->getInvoiceTemplateByID('php-read', $id)->getDetails();
check($read->getTemplateType() === 'InvoiceTemplateSingleLine', "the template is $read");
check($read->getPrice()->getAmount() === 1000, "the price is {$read->getPrice()}");

// A payment may omit makeRecurrent.
$payment = (array) ObjectSerializer::sanitizeForSerialization(new PaymentParams());
check(!array_key_exists('makeRecurrent', $payment), 'makeRecurrent is sent');
