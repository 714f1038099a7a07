import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Inline, Stack } from "#kernel/web/block/layout.tsx";
import { Notice } from "#kernel/web/block/Notice.tsx";
import { useText } from "#kernel/web/language.ts";
import { Button, Checkbox } from "antd";
import { answerOf, type ImportFinding, type ImportRow } from "../import-columns.ts";

interface Props {
  readonly batch: {
    readonly rows: readonly ImportRow[];
    readonly findings: readonly ImportFinding[];
    readonly confirmed: readonly string[];
  };
  confirm(answers: readonly string[]): void;
  leaveOut(rowNos: readonly number[]): void;
}

/** What the check asks before a company comes in: each is confirmed or left out; what stays open waits in the batch. */
export function ImportQuestions({ batch, confirm, leaveOut }: Props) {
  const say = useText();
  const asked = batch.findings.filter((finding) => finding.isQuestion);
  if (asked.length === 0) return null;
  const answers = [...new Set(asked.map((importFinding) => answerOf(importFinding.code, importFinding.rowNo)))];
  const isOpen = (importFinding: ImportFinding): boolean => !batch.confirmed.includes(answerOf(importFinding.code, importFinding.rowNo));
  const nameOf = ({ sheet, rowNo }: ImportFinding): string =>
    batch.rows.find((row) => row.sheet === sheet && row.rowNo === rowNo)?.values.supplierName ?? "";
  const toggle = (importFinding: ImportFinding): void => {
    const answer = answerOf(importFinding.code, importFinding.rowNo);
    confirm(isOpen(importFinding) ? [...batch.confirmed, answer] : batch.confirmed.filter((other) => other !== answer));
  };
  return (
    <Notice tone="warning">
      <Stack gap="xs" as="section" label={say(["需要确认", "To confirm"])}>
        <Inline>
          <h3 className="pg-h3">
            {say([`需要确认 ${answers.length} 行`, `To confirm: ${answers.length} ${answers.length === 1 ? "row" : "rows"}`])}
          </h3>
          <Button size="small" onClick={() => confirm(answers)}>
            {say(["全部仍要导入", "Import all anyway"])}
          </Button>
          <Button size="small" onClick={() => leaveOut(asked.filter(isOpen).map(({ rowNo }) => rowNo))}>
            {say(["去掉未确认的行", "Drop the others"])}
          </Button>
        </Inline>
        <ItemList most={180}>
          {asked.map((finding) => (
            <Item
              key={finding.rowNo + finding.msg}
              lead={
                <Checkbox checked={!isOpen(finding)} onChange={() => toggle(finding)}>
                  {say([`第${finding.rowNo}行 ${nameOf(finding)}`, `Row ${finding.rowNo} ${nameOf(finding)}`])}
                </Checkbox>
              }
              title={finding.msg}
              end={
                <Button size="small" type="text" onClick={() => leaveOut([finding.rowNo])}>
                  {say(["去掉", "Drop"])}
                </Button>
              }
            />
          ))}
        </ItemList>
      </Stack>
    </Notice>
  );
}
