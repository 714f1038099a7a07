import { Mark } from "#kernel/web/block/Mark.tsx";
import { useText } from "#kernel/web/language.ts";
import { Check } from "lucide-react";

/** Yes as a mark, no as a dash. */
export function YesMark({ is }: { readonly is: boolean }) {
  const say = useText();
  return is ? <Mark tone="success" icon={Check} label={say(["是", "Yes"])} /> : <span className="pg-none">–</span>;
}
