// Тело сообщения – на стандартном вводе: java Verify.java < body.json
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Pattern;

public class Verify {
    private static final Pattern HEADER = Pattern.compile("alg=RS256;\\s*digest=([\\w=-]+)");

    /** Обрамление PEM, с которым ключ приходит в API платежей, и переводы строк, хотя бы и записанные как в JSON. */
    private static final Pattern ARMOUR = Pattern.compile("-----[^-]+-----|\\\\n|\\s");

    /** Проверяет подпись точных байтов тела. */
    static boolean isSigned(byte[] body, String header, String publicKey) throws GeneralSecurityException {
        var match = HEADER.matcher(header == null ? "" : header);
        if (!match.matches()) {
            return false;
        }
        var der = Base64.getDecoder().decode(ARMOUR.matcher(publicKey).replaceAll(""));
        var key = KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(der));
        var verifier = Signature.getInstance("SHA256withRSA");
        verifier.initVerify(key);
        verifier.update(body);
        try {
            return verifier.verify(Base64.getUrlDecoder().decode(match.group(1)));
        } catch (GeneralSecurityException | IllegalArgumentException wrong) {
            return false;
        }
    }

    public static void main(String[] args) throws Exception {
        var body = System.in.readAllBytes();
        var isGood = isSigned(body, System.getenv("CONTENT_SIGNATURE"), System.getenv("WEBHOOK_PUBLIC_KEY"));
        System.out.println(isGood ? "Подпись верна" : "Подпись неверна");
        System.exit(isGood ? 0 : 1);
    }
}
