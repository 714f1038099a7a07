/** Origins of a list setting: absolute http(s) origins only, whatever else is written there is ignored. */
export function originsOf(list: string): string[] {
  return list
    .split(/[\s,;]+/)
    .filter((part) => part !== "")
    .flatMap((part) => {
      if (!URL.canParse(part)) return [];
      const { protocol, origin } = new URL(part);
      return protocol === "https:" || protocol === "http:" ? [origin] : [];
    });
}

/** May a page of this origin open a socket here? The own one and those that are allowed; what is no browser names none and needs its ticket anyway. */
export function isOwnOrigin(origin: string | undefined, host: string | undefined, allowed: readonly string[]): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  return from.host === host || allowed.includes(from.origin);
}

/** What a page of ours may load and who may frame it. The component kit writes style elements, hence inline styles; scripts never. */
export function contentSecurityPolicy(frameOrigins: readonly string[]): string {
  const frames = frameOrigins.length ? ` ${frameOrigins.join(" ")}` : "";
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    `frame-src 'self' blob:${frames}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors 'self'${frames}`,
  ].join("; ");
}

const always = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
} as const;

const transport = (secure: boolean): Record<string, string> =>
  secure ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {};

/** Headers of every page and static file. */
export const pageHeaders = (frameOrigins: readonly string[], secure: boolean): Record<string, string> => ({
  ...always,
  ...transport(secure),
  "content-security-policy": contentSecurityPolicy(frameOrigins),
  "permissions-policy": "camera=(self), microphone=(), geolocation=(), payment=(), usb=()",
  ...(frameOrigins.length ? undefined : { "x-frame-options": "SAMEORIGIN" }),
});

/** Headers of every answer of the API: never cached, never rendered as anything else. */
export const apiHeaders = (secure: boolean): Record<string, string> => ({
  ...always,
  ...transport(secure),
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
});
