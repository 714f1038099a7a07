import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";

const figure = (value: unknown): number => Number(value ?? 0);

/** How far a message came, as a bar with its figures: reached, failed, and what was held back. */
export function Progress({ row }: { readonly row: Row }) {
  const say = useText();
  const total = Math.max(1, figure(row["totalCount"]));
  const [sent, failed] = [figure(row["sentCount"]), figure(row["failedCount"])];
  const words = say([
    `${sent} / ${figure(row["totalCount"])} 已送达${failed > 0 ? `，${failed} 失败` : ""}`,
    `${sent} of ${figure(row["totalCount"])} reached${failed > 0 ? `, ${failed} failed` : ""}`,
  ]);
  return (
    <span className="ms-progress" title={words}>
      <i role="img" aria-label={words}>
        <b style={{ width: `${(sent / total) * 100}%` }} />
        <u style={{ width: `${(failed / total) * 100}%` }} />
      </i>
      <span className="pg-figure">
        {sent}/{figure(row["totalCount"])}
      </span>
    </span>
  );
}
