import org.openapitools.client.ApiClient;
import org.openapitools.client.api.DestinationsApi;
import org.openapitools.client.model.*;

public class Wallets {
    public static void main(String[] args) throws Exception {
        ApiClient client = new ApiClient().setBasePath(System.getenv("HOLDFAST_API_URL") + "/wallet/v0");
        client.setBearerToken(System.getenv("HOLDFAST_API_KEY"));
        client.setConnectTimeout(60_000).setReadTimeout(60_000);
        DestinationsApi destinations = new DestinationsApi(client);

        DigitalWalletDestinationResource wallet = new DigitalWalletDestinationResource()
            .type(DigitalWalletDestinationResource.TypeEnum.DIGITAL_WALLET_DESTINATION_RESOURCE)
            .id("w-1")
            .provider("webmoney");
        DestinationParameters body = new DestinationParameters()
            .name("wallet")
            .identity(System.getenv("HOLDFAST_IDENTITY_ID"))
            .currency("RUB")
            .resource(new DestinationResource(wallet));
        String id = destinations.createDestination("java-create", body, null).getId();
        Object read = destinations.getDestination("java-read", id, null).getResource().getActualInstance();
        if (!wallet.equals(read)) throw new AssertionError("the resource is " + read);
    }
}
