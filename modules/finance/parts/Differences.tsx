import { qtyText, textOf } from "#kernel/page-format.ts";
import type { Seen } from "#kernel/seen.ts";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import { Columns, Stack } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { ActionDialog } from "#kernel/web/page/action/ActionDialog.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { choicesOf, useLookup } from "#kernel/web/page/lookup.ts";
import type { OwnAsk } from "#kernel/web/page/slots.ts";
import { Button, Input, Select } from "antd";
import { useState } from "react";
import { accountStmt } from "../statement/stmt.entity.ts";

type Stmt = Seen<typeof accountStmt>;

interface Raised {
  readonly lineNum: number | null;
  readonly diffType: string;
  readonly theirValue: string;
  readonly taxRate: string | null;
  readonly reason: string;
}
const noDifference: Raised = { lineNum: null, diffType: "QTY", theirValue: "", taxRate: null, reason: "" };
const ofLine: readonly string[] = ["QTY", "PRICE", "TAX"];

const isWhole = ({ lineNum, diffType, theirValue, taxRate, reason }: Raised): boolean =>
  reason.trim() !== "" &&
  (!ofLine.includes(diffType) || lineNum !== null) &&
  (diffType === "TAX" ? taxRate !== null : !ofLine.includes(diffType) || theirValue.trim() !== "");

const useStatement = (row: Stmt) =>
  useLoad(`${accountStmt.name}:${textOf(row.id)}:${textOf(row.versionNum)}`, () => entityCall.find(accountStmt, textOf(row.id)));

const lineText = (line: NonNullable<Stmt["lines"]>[number]): string =>
  `${textOf(line.lineNum)} ${textOf(line.itemCode)} ${textOf(line.itemDesc)} ${qtyText(textOf(line.qty))}`;

/** One difference: the line it is about, what the other side has, and why. */
function Difference({ doc, value, change }: { readonly doc: Stmt; readonly value: Raised; change(value: Raised): void }) {
  const say = useText();
  const types = useLookup("RCN_DIFF_TYPE");
  const rates = useLookup("TAX_RATE");
  const lines = (doc.lines ?? []).filter((line) => line.lineKind === "GOODS");
  const [typeLabel, lineLabel, rateLabel] = [
    say(["差异类型", "Difference"]),
    say(["对账单行", "Statement line"]),
    say(["我方税率", "Our tax rate"]),
  ];
  const [valueLabel, reasonLabel] = [say(["我方数值", "Our figure"]), say(["原因", "Reason"])];
  return (
    <Columns of={2}>
      <Labelled label={typeLabel} required>
        <Select
          aria-label={typeLabel}
          value={value.diffType}
          options={[...choicesOf(types, [value.diffType])]}
          onChange={(diffType) => change({ ...value, diffType })}
        />
      </Labelled>
      <Labelled label={lineLabel} required={ofLine.includes(value.diffType)}>
        <Select
          allowClear
          aria-label={lineLabel}
          value={value.lineNum}
          options={lines.map((line) => ({ value: line.lineNum ?? 0, label: lineText(line) }))}
          onChange={(lineNum) => change({ ...value, lineNum: lineNum ?? null })}
        />
      </Labelled>
      {value.diffType === "TAX" ? (
        <Labelled label={rateLabel} required>
          <Select
            aria-label={rateLabel}
            value={value.taxRate}
            options={[...choicesOf(rates, [])]}
            onChange={(taxRate) => change({ ...value, taxRate })}
          />
        </Labelled>
      ) : (
        <Labelled label={valueLabel} required={ofLine.includes(value.diffType)}>
          <Input
            inputMode="decimal"
            value={value.theirValue}
            onChange={(event) => change({ ...value, theirValue: event.target.value.trim() })}
          />
        </Labelled>
      )}
      <Labelled label={reasonLabel} required>
        <Input maxLength={500} value={value.reason} onChange={(event) => change({ ...value, reason: event.target.value })} />
      </Labelled>
    </Columns>
  );
}

/** The other side says what differs, line by line. */
export function DisputeWindow({ ask }: { readonly ask: OwnAsk<typeof accountStmt, "doDispute"> }) {
  const say = useText();
  const [raised, setRaised] = useState<readonly Raised[]>([noDifference]);
  const load = useStatement(ask.row);
  const details = raised.map((difference) => ({ ...difference, theirValue: difference.theirValue || null }));
  return (
    <ActionDialog ask={ask} of={textOf(ask.row.stmtNo)} width={720} ready={raised.every(isWhole)} input={() => ({ details })}>
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(doc) => (
          <Stack>
            {raised.map((difference, at) => (
              <Difference
                key={at}
                doc={doc}
                value={difference}
                change={(value) => setRaised(raised.map((other, i) => (i === at ? value : other)))}
              />
            ))}
            <div>
              <Button onClick={() => setRaised([...raised, noDifference])}>{say(["再加一条差异", "Add a difference"])}</Button>
            </div>
          </Stack>
        )}
      </PanelState>
    </ActionDialog>
  );
}

interface Settled {
  readonly resolution: string | null;
  readonly adjustEx: string;
  readonly taxRate: string | null;
}
const undecided: Settled = { resolution: null, adjustEx: "", taxRate: null };
const isSettled = ({ resolution, adjustEx, taxRate }: Settled): boolean =>
  resolution !== null && (resolution !== "ADJUST" || (adjustEx.trim() !== "" && taxRate !== null));

function Settlement({ value, change }: { readonly value: Settled; change(value: Settled): void }) {
  const say = useText();
  const ways = useLookup("RCN_RESOLUTION");
  const rates = useLookup("TAX_RATE");
  const [wayLabel, amountLabel, rateLabel] = [
    say(["处理方式", "Resolution"]),
    say(["调整未税", "Adjustment, net"]),
    say(["税率", "Tax rate"]),
  ];
  return (
    <Columns of={3}>
      <Labelled label={wayLabel} required>
        <Select
          aria-label={wayLabel}
          value={value.resolution}
          options={[...choicesOf(ways, [])]}
          onChange={(resolution) => change({ ...value, resolution })}
        />
      </Labelled>
      {value.resolution === "ADJUST" ? (
        <>
          <Labelled label={amountLabel} required>
            <Input
              inputMode="decimal"
              value={value.adjustEx}
              onChange={(event) => change({ ...value, adjustEx: event.target.value.trim() })}
            />
          </Labelled>
          <Labelled label={rateLabel} required>
            <Select
              aria-label={rateLabel}
              value={value.taxRate}
              options={[...choicesOf(rates, [])]}
              onChange={(taxRate) => change({ ...value, taxRate })}
            />
          </Labelled>
        </>
      ) : null}
    </Columns>
  );
}

/** The side that drew the statement up says how each difference is settled; the other side then confirms anew. */
export function SettleWindow({ ask }: { readonly ask: OwnAsk<typeof accountStmt, "doSettleDispute"> }) {
  const say = useText();
  const types = useLookup("RCN_DIFF_TYPE");
  const [said, setSaid] = useState<Readonly<Record<string, Settled>>>({});
  const load = useStatement(ask.row);
  const open = (load.data?.details ?? []).filter((detail) => detail.detailStatus === "OPEN");
  const of = (id: unknown): Settled => said[textOf(id)] ?? undecided;
  const details = open.map((detail) => ({ id: textOf(detail.id), ...of(detail.id), adjustEx: of(detail.id).adjustEx || null }));
  return (
    <ActionDialog
      ask={ask}
      of={textOf(ask.row.stmtNo)}
      width={760}
      ready={load.data !== null && open.every((detail) => isSettled(of(detail.id)))}
      input={() => ({ details })}
    >
      <PanelState load={load} empty="" isEmpty={() => false}>
        {() => (
          <ItemList framed label={say(["差异", "Differences"])}>
            {open.map((detail) => (
              <Item
                key={textOf(detail.id)}
                title={`${textOf(detail.lineNum)} ${types.meaning(textOf(detail.diffType))} ${qtyText(textOf(detail.ourValue))} → ${qtyText(textOf(detail.theirValue))}`}
                note={
                  <Stack>
                    <span>{textOf(detail.reason)}</span>
                    <Settlement value={of(detail.id)} change={(value) => setSaid({ ...said, [textOf(detail.id)]: value })} />
                  </Stack>
                }
              />
            ))}
          </ItemList>
        )}
      </PanelState>
    </ActionDialog>
  );
}
