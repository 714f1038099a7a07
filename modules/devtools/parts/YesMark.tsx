import { useText } from "#kernel/web/language.ts";
import { Check } from "lucide-react";

/** Yes as a mark, no as a dash. */
export function YesMark({ is }: { readonly is: boolean }) {
  const say = useText();
  if (!is) return <span className="pg-none">–</span>;
  return (
    <span className="dv-yes" role="img" aria-label={say(["是", "Yes"])}>
      <Check size={14} aria-hidden />
    </span>
  );
}
