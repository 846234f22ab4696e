package main

import (
	"context"
	"log"
	"net/http"
	"os"

	"holdfast.example/call/client"
)

func call() {
	withKey := client.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("HOLDFAST_API_KEY"))
		return nil
	})
	api, err := client.NewClientWithResponses(os.Getenv("HOLDFAST_API_URL")+"/v2", withKey)
	check(err)

	var price client.InvoiceTemplateLineCost
	check(price.FromInvoiceTemplateLineCostFixed(client.InvoiceTemplateLineCostFixed{Currency: "RUB", Amount: 1000}))
	body := client.InvoiceTemplateCreateParams{
		ShopID:   os.Getenv("HOLDFAST_SHOP_ID"),
		Lifetime: client.LifetimeInterval{Days: 1},
	}
	check(body.Details.FromInvoiceTemplateSingleLine(client.InvoiceTemplateSingleLine{Product: "book", Price: price}))
	made, err := api.CreateInvoiceTemplateWithResponse(
		context.Background(), &client.CreateInvoiceTemplateParams{XRequestID: "go-create"}, body)
	check(err)
	if made.JSON201 == nil {
		log.Fatalf("the template was not made: %s", made.Body)
	}
	answer, err := api.GetInvoiceTemplateByIDWithResponse(
		context.Background(), made.JSON201.InvoiceTemplate.Id, &client.GetInvoiceTemplateByIDParams{XRequestID: "go-read"})
	check(err)
	line, err := answer.JSON200.Details.AsInvoiceTemplateSingleLine()
	check(err)
	cost, err := line.Price.ValueByDiscriminator()
	check(err)
	if fixed, ok := cost.(client.InvoiceTemplateLineCostFixed); !ok || fixed.Amount != 1000 {
		log.Fatalf("the price is %#v", cost)
	}

	// A payment may omit makeRecurrent.
	var payment client.PaymentParams
	check(payment.Payer.FromCustomerPayer(client.CustomerPayer{CustomerID: "customer"}))
	if payment.MakeRecurrent != nil {
		log.Fatal("makeRecurrent is sent")
	}
}
