import org.openapitools.client.ApiClient;
import org.openapitools.client.JSON;
import org.openapitools.client.api.InvoiceTemplatesApi;
import org.openapitools.client.model.*;

public class Payments {
    public static void main(String[] args) throws Exception {
        ApiClient client = new ApiClient().setBasePath(System.getenv("HOLDFAST_API_URL") + "/v2");
        client.setBearerToken(System.getenv("HOLDFAST_API_KEY"));
        client.setConnectTimeout(60_000).setReadTimeout(60_000);
        InvoiceTemplatesApi templates = new InvoiceTemplatesApi(client);

        InvoiceTemplateLineCostFixed price = new InvoiceTemplateLineCostFixed()
            .costType(InvoiceTemplateLineCostFixed.CostTypeEnum.INVOICE_TEMPLATE_LINE_COST_FIXED)
            .currency("RUB")
            .amount(1000L);
        InvoiceTemplateSingleLine line = new InvoiceTemplateSingleLine()
            .templateType(InvoiceTemplateSingleLine.TemplateTypeEnum.INVOICE_TEMPLATE_SINGLE_LINE)
            .product("book")
            .price(new InvoiceTemplateLineCost(price));
        InvoiceTemplateCreateParams body = new InvoiceTemplateCreateParams()
            .shopID(System.getenv("HOLDFAST_SHOP_ID"))
            .lifetime(new LifetimeInterval().days(1).months(0).years(0))
            .details(new InvoiceTemplateDetails(line));
        String id = templates.createInvoiceTemplate("java-create", body, null).getInvoiceTemplate().getId();
        InvoiceTemplateDetails details = templates.getInvoiceTemplateByID("java-read", id, null).getDetails();
        Object cost = details.getInvoiceTemplateSingleLine().getPrice().getActualInstance();
        if (!(cost instanceof InvoiceTemplateLineCostFixed) || !((InvoiceTemplateLineCostFixed) cost).getAmount().equals(1000L)) {
            throw new AssertionError("the price is " + cost);
        }

        // A payment may omit makeRecurrent.
        String payment = JSON.serialize(new PaymentParams());
        if (payment.contains("makeRecurrent")) throw new AssertionError(payment);
    }
}
