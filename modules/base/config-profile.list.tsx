import type { Seen } from "#kernel/seen.ts";
import { useText } from "#kernel/web/language.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import type { ListSlots } from "#kernel/web/page/slots.ts";
import type { configProfile } from "./profile.entity.ts";

/** A value as people read it: yes and no, the meaning of a code, everything else as it is. */
function Value({ row, value }: { readonly row: Seen<typeof configProfile>; readonly value: unknown }) {
  const say = useText();
  const { meaning } = useLookup(row.valueType === "LOOKUP" ? String(row.lookupType ?? "") || undefined : undefined);
  if (value === null || value === undefined || value === "") return <span className="pg-none">–</span>;
  if (row.valueType === "YN") return <>{value === "Y" ? say(["是", "Yes"]) : say(["否", "No"])}</>;
  return <>{row.valueType === "LOOKUP" ? meaning(value) : String(value)}</>;
}

/** A parameter is known by its name; the code that programs know it by stands behind the name. */
export const slots: ListSlots<typeof configProfile> = {
  cells: {
    profileName: { info: (row) => String(row.profileCode) },
    profileValue: { render: (row) => <Value row={row} value={row.profileValue} /> },
    defaultValue: { render: (row) => <Value row={row} value={row.defaultValue} /> },
  },
};
