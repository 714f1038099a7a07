import { sum } from "#kernel/decimal.ts";
import type { ExplainedPosting } from "#kernel/ledger-postings.ts";
import { amountText } from "#kernel/page-format.ts";
import type { Text } from "#kernel/text.ts";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { Section } from "#kernel/web/block/Section.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { usedBy, type UsedBy } from "./use-record.ts";

interface Props {
  readonly docType: string;
  readonly id: string;
  readonly currency: string | undefined;
  /** The buckets that are shown, each as a column. */
  readonly buckets: Readonly<Record<string, Text>>;
}

async function recordOf({ docType, id, buckets }: Pick<Props, "docType" | "id" | "buckets">): Promise<readonly UsedBy[]> {
  const found = await Promise.all(
    Object.keys(buckets).map(async (bucket) => {
      const body = { docType, docId: id, ownerIds: [id], buckets: { [bucket]: 1 } };
      const { data } = await call<{ readonly rows: readonly ExplainedPosting[] }>(
        "srmServer/v1/srmRcnOffsetPostingRestful/findPostings",
        body,
      );
      return [bucket, data.rows] as const;
    }),
  );
  return usedBy(Object.fromEntries(found));
}

/** Which documents took how much of a deduction or an advance, and which hold a part of it. */
export function UseRecord(props: Props) {
  const say = useText();
  const { docType, id, currency, buckets } = props;
  const load = useLoad(`rcn.use.${id}`, () => recordOf(props));
  useChanged(docType, load.again);
  const shown = (amount: string | undefined): string => (amount === undefined ? "" : amountText(amount, currency));
  return (
    <Section name="use" title={say(["使用记录", "Use record"])}>
      <PanelState load={load} empty={say(["还没有使用记录。", "Nothing has used it yet."])} isEmpty={(rows) => rows.length === 0}>
        {(rows) => (
          <PlainTable
            stacked
            label={say(["使用记录", "Use record"])}
            rows={rows}
            rowKey={(row) => row.key}
            columns={[
              { key: "kind", title: say(["单据", "Document"]), cell: (row) => say(row.kind) },
              {
                key: "num",
                title: say(["编号", "Number"]),
                cell: (row) => (row.href ? <PageLink href={row.href}>{row.num}</PageLink> : row.num),
              },
              { key: "at", title: say(["时间", "Time"]), cell: (row) => row.at },
              ...Object.entries(buckets).map(([bucket, label]) => ({
                key: bucket,
                title: say(label),
                number: true,
                cell: (row: UsedBy) => shown(row.amounts[bucket]),
                total: shown(sum(rows.map((row) => row.amounts[bucket] ?? "0"))),
              })),
            ]}
          />
        )}
      </PanelState>
    </Section>
  );
}
