import type { FixPlace } from "./call-error.ts";
import { handOver } from "./page/edit/handOver.ts";
import { openPage } from "./router.ts";

let count = 0;

/** The page's address; what its new document begins with waits there. */
function queryOf({ query, begins }: FixPlace): Readonly<Record<string, string>> | undefined {
  if (!begins) return query;
  const from = `fix-${++count}`;
  handOver(`copy:${from}`, begins);
  return { ...query, from };
}

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
    const query = queryOf(fix);
    void openPage({ path: fix.route, ...(query ? { query } : {}) });
  };
  return (
    <button type="button" className={className ?? "pg-link pg-fix"} onClick={lead}>
      {fix.label}
    </button>
  );
}
