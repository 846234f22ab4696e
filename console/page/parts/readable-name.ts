/** `PaymentStarted` becomes `Payment started`. */
export function readableName(name: string): string {
  const text = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type NamesIn<Text extends string> = Text extends `${infer Name} ${infer Rest}` ? Name | NamesIn<Rest> : Text;

/** English texts that say what their names say, by names with spaces between them: `bankFile` is `Bank file`. */
export function readableTexts<Text extends string>(names: Text): Record<NamesIn<Text>, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, readableName(name)])) as Record<
    NamesIn<Text>,
    string
  >;
}
