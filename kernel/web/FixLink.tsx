import type { FixPlace } from "./call-error.ts";
import { openPage } from "./router.ts";

interface Props {
  /** Where it is put right; the server names only pages that the reader may open. */
  readonly fix: FixPlace | null | undefined;
  readonly className?: string;
  before?(): void;
}

/** Leads from what stands in the way to the page that puts it right. */
export function FixLink({ fix, className, before }: Props) {
  if (!fix) return null;
  const lead = (): void => {
    before?.();
    void openPage({ path: fix.route, ...(fix.query ? { query: fix.query } : {}) });
  };
  return (
    <button type="button" className={className ?? "pg-link pg-fix"} onClick={lead}>
      {fix.label}
    </button>
  );
}
