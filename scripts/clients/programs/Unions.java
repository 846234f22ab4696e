import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openapitools.client.JSON;
import org.openapitools.client.model.AbstractOpenApiSchema;

/** Reads each value as its union, checks the type that its discriminator names, and writes it unchanged. */
public class Unions {
    public static void main(String[] args) throws Exception {
        new JSON();
        for (JsonElement each : JsonParser.parseString(Files.readString(Path.of("samples.json"))).getAsJsonArray()) {
            JsonObject sample = each.getAsJsonObject();
            JsonElement value = sample.get("value");
            String union = sample.get("union").getAsString();
            Object read = JSON.getGson().fromJson(value, Class.forName("org.openapitools.client.model." + union));
            JsonElement written = JsonParser.parseString(JSON.getGson().toJson(read));
            String leaf = leafOf(read).getClass().getSimpleName();
            boolean isSame = written.equals(value) && sample.getAsJsonArray("leaves").contains(new JsonPrimitive(leaf));
            if (!isSame) throw new AssertionError(value + " of " + union + " becomes a " + leaf + ": " + written);
        }
    }

    private static Object leafOf(Object read) {
        return read instanceof AbstractOpenApiSchema ? leafOf(((AbstractOpenApiSchema) read).getActualInstance()) : read;
    }
}
