import { unitAfter } from "#kernel/page-format.ts";
import { useText } from "#kernel/web/language.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";

/** A unit by the name people know it by; after a figure as it is said of so many. */
export function Uom({ code, of }: { readonly code: unknown; readonly of?: unknown }) {
  const unit = useUnit();
  return <>{unit(code, of)}</>;
}

/** The same inside a text. */
export function useUnit(): (code: unknown, of?: unknown) => string {
  const say = useText();
  const uoms = useLookup("UOM");
  return (code, of) => {
    if (!code) return "";
    const name = uoms.meaning(String(code));
    return of === undefined ? name : say(unitAfter(of, [name, name]));
  };
}
