import { useLookup } from "#kernel/web/page/lookup.ts";

/** A unit by the name people know it by. */
export function Uom({ code }: { readonly code: unknown }) {
  const uoms = useLookup("UOM");
  return <>{code ? uoms.meaning(String(code)) : ""}</>;
}
