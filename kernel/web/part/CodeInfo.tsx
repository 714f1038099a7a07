import { Info } from "lucide-react";

/** What only programs know a thing by: behind an (i) beside its name. */
export const CodeInfo = ({ code }: { readonly code: string }) => (
  <span className="dt-info" role="img" title={code} aria-label={code}>
    <Info size={13} aria-hidden />
  </span>
);
