/** `PaymentStarted` becomes `Payment started`. */
export function readableName(name: string): string {
  const text = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
