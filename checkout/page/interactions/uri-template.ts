/** Expands the used part of RFC 6570: simple, reserved, fragment and query expansions of variables. */
export function expandTemplate(template: string, variables: Readonly<Record<string, string>>): string {
  return template.replace(/\{([+#?&]?)([^{}]+)\}/g, (_whole, operator: string, list: string) => {
    const names = list.split(',').filter((name) => variables[name] !== undefined);
    if (names.length === 0) return '';
    const values = names.map((name) => {
      const text = variables[name] ?? '';
      const value = operator === '+' || operator === '#' ? encodeURI(text) : strictlyEncoded(text);
      return operator === '?' || operator === '&' ? `${name}=${value}` : value;
    });
    return (operator === '+' ? '' : operator) + values.join(operator === '?' || operator === '&' ? '&' : ',');
  });
}

function strictlyEncoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
