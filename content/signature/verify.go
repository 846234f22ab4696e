// Тело сообщения – на стандартном вводе: go run verify.go < body.json
package main

import (
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
)

var headerForm = regexp.MustCompile(`^alg=RS256;\s*digest=([\w=-]+)$`)

// armour – обрамление PEM, с которым ключ приходит в API платежей, и переводы строк, хотя бы и записанные как в JSON.
var armour = regexp.MustCompile(`-----[^-]+-----|\\n|\s`)

// isSigned проверяет подпись точных байтов тела.
func isSigned(body []byte, header, publicKey string) bool {
	match := headerForm.FindStringSubmatch(header)
	if match == nil {
		return false
	}
	der, err := base64.StdEncoding.DecodeString(armour.ReplaceAllString(publicKey, ""))
	if err != nil {
		return false
	}
	parsed, err := x509.ParsePKIXPublicKey(der)
	if err != nil {
		return false
	}
	key, isRSA := parsed.(*rsa.PublicKey)
	if !isRSA {
		return false
	}
	signature, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(match[1], "="))
	if err != nil {
		return false
	}
	sum := sha256.Sum256(body)
	return rsa.VerifyPKCS1v15(key, crypto.SHA256, sum[:], signature) == nil
}

func main() {
	body, err := io.ReadAll(os.Stdin)
	if err == nil && isSigned(body, os.Getenv("CONTENT_SIGNATURE"), os.Getenv("WEBHOOK_PUBLIC_KEY")) {
		fmt.Println("Подпись верна")
		return
	}
	fmt.Println("Подпись неверна")
	os.Exit(1)
}
