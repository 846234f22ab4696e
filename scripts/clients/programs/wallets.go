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
	api, err := client.NewClientWithResponses(os.Getenv("HOLDFAST_API_URL")+"/wallet/v0", withKey)
	check(err)

	body := client.DestinationParameters{Name: "wallet", Identity: os.Getenv("HOLDFAST_IDENTITY_ID"), Currency: "RUB"}
	wallet := client.DigitalWalletDestinationResource{Id: "w-1", Provider: "webmoney"}
	check(body.Resource.FromDigitalWalletDestinationResource(wallet))
	made, err := api.CreateDestinationWithResponse(
		context.Background(), &client.CreateDestinationParams{XRequestID: "go-create"}, body)
	check(err)
	if made.JSON201 == nil {
		log.Fatalf("the destination was not made: %s", made.Body)
	}
	answer, err := api.GetDestinationWithResponse(
		context.Background(), made.JSON201.Id, &client.GetDestinationParams{XRequestID: "go-read"})
	check(err)
	resource, err := answer.JSON200.Resource.ValueByDiscriminator()
	check(err)
	if read, ok := resource.(client.DigitalWalletDestinationResource); !ok || read.Provider != "webmoney" {
		log.Fatalf("the resource is %#v", resource)
	}
}
