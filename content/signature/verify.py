# Тело сообщения – на стандартном вводе: python3 verify.py < body.json
# Нужен пакет cryptography.
import base64
import os
import re
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding

# Обрамление PEM, с которым ключ приходит в API платежей, и переводы строк, хотя бы и записанные как в JSON.
ARMOUR = re.compile(r"-----[^-]+-----|\\n|\s")


def is_signed(body: bytes, header: str, public_key: str) -> bool:
    """Проверяет подпись точных байтов тела."""
    match = re.fullmatch(r"alg=RS256;\s*digest=([\w=-]+)", header)
    if match is None:
        return False
    key = serialization.load_der_public_key(base64.b64decode(ARMOUR.sub("", public_key)))
    digest = match[1].rstrip("=")
    try:
        signature = base64.urlsafe_b64decode(digest + "=" * (-len(digest) % 4))
        key.verify(signature, body, padding.PKCS1v15(), hashes.SHA256())
    except (InvalidSignature, ValueError):
        return False
    return True


is_good = is_signed(
    sys.stdin.buffer.read(),
    os.environ.get("CONTENT_SIGNATURE", ""),
    os.environ["WEBHOOK_PUBLIC_KEY"],
)
print("Подпись верна" if is_good else "Подпись неверна")
sys.exit(0 if is_good else 1)
