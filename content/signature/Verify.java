// Тело сообщения – на стандартном вводе: java Verify.java < body.json
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Pattern;

public class Verify {
    private static final Pattern HEADER = Pattern.compile("alg=RS256;\\s*digest=([\\w=-]+)");

    /** Проверяет подпись точных байтов тела. */
    static boolean isSigned(byte[] body, String header, String publicKey) throws GeneralSecurityException {
        var match = HEADER.matcher(header == null ? "" : header);
        if (!match.matches()) {
            return false;
        }
        var key = KeyFactory.getInstance("RSA")
            .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(publicKey)));
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
