import { Stack } from "#kernel/web/block/layout.tsx";
import { NumberedList } from "#kernel/web/block/ItemList.tsx";
import type { Form } from "#kernel/seen.ts";
import { Button, InputNumber, Segmented } from "antd";
import { Play } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { payload, ref } from "#kernel/field.ts";
import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { FieldInput } from "#kernel/web/page/field/FieldInput.tsx";
import { RefInput } from "#kernel/web/page/field/RefInput.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import type { Definition } from "../engine/definition.ts";
import { Legend } from "../diagram/Legend.tsx";
import type { Painting } from "../diagram/paint.tsx";
import { simulate, type Foreseen } from "../parts/wire.tsx";
import type { BillContext } from "./bill.tsx";
import { Cases } from "./Cases.tsx";
import { Line } from "./Line.tsx";
import { walkedFlows } from "./walked.ts";
import type { bpmModel } from "../model.entity.ts";

const Diagram = lazy(() => import("../diagram/Diagram.tsx"));

interface Props {
  readonly modelId: string;
  readonly xml: string;
  readonly definition: Definition | null;
  readonly bill: BillContext;
  readonly cases: unknown;
  readonly readOnly: boolean;
  keepCases(cases: NonNullable<Form<typeof bpmModel>["testCases"]>): void;
}

const simple = ["text", "code", "int", "qty", "price", "money", "rate", "percent", "date", "yn", "pick", "ref", "month", "year"];
const starter = ref("BaseUsers", "发起人", "Submitted by", { optional: true, pick: { userType: "INTERNAL" } });

/** Tries the drawing on a document or on made-up values: the way it would take, and who would be asked. */
export function SimulatePane({ modelId, xml, definition, bill, cases, readOnly, keepCases }: Props) {
  const say = useText();
  const work = useWork();
  const [how, setHow] = useState<"document" | "values">("values");
  const [row, setRow] = useState<Row>({});
  const [amount, setAmount] = useState<string | null>(null);
  const [found, setFound] = useState<Foreseen | null>(null);
  const named = conditionFields(definition, bill);
  const about: Row = { id: modelId, modelId, bpmnXml: xml, ...(bill.code ? { billTypeCode: bill.code } : {}) };
  const { starterUserId: _, bizId: __, ...variables } = row;
  const patch = (next: Row): void => setRow((now) => ({ ...now, ...next }));
  const run = (): Promise<void> =>
    work.run(async () => {
      const { starterUserId, bizId, ...values } = row;
      setFound(
        await simulate({
          ...about,
          ...(how === "document" && bizId ? { bizId } : { variables: values, ...(amount === null ? {} : { amount }) }),
          ...(starterUserId ? { starterUserId } : {}),
        }),
      );
    });
  return (
    <Stack>
      <Segmented
        block
        value={how}
        options={[
          { value: "values", label: say(["假设的值", "Test values"]) },
          { value: "document", label: say(["一张单据", "A document"]), disabled: bill.entity === null },
        ]}
        onChange={setHow}
      />
      {how === "document" && bill.entity ? (
        <Line label={bill.entity.label} required>
          {(id) => (
            <RefInput
              id={id}
              field={{ ...payload("单据", "Document"), kind: "ref", target: bill.entity!.name }}
              fieldKey="bizId"
              row={row}
              patch={patch}
            />
          )}
        </Line>
      ) : (
        <>
          <Line label={["金额（本位币）", "Amount (base currency)"]}>
            {(id) => (
              <InputNumber<string>
                id={id}
                className="pg-fill"
                stringMode
                min="0"
                value={amount}
                onChange={(value) => setAmount(value === null || value === "" ? null : String(value))}
              />
            )}
          </Line>
          {named.map(([key, field]) => (
            <Line key={key} label={field.label}>
              {(id) => (
                <FieldInput id={id} field={{ ...field, computed: false, optional: true }} fieldKey={key} row={row} patch={patch} narrow />
              )}
            </Line>
          ))}
        </>
      )}
      <Line label={["发起人", "Submitted by"]} hint={["空着就是您自己。", "Empty: yourself."]}>
        {(id) => <RefInput id={id} field={starter} fieldKey="starterUserId" row={row} patch={patch} />}
      </Line>
      <Button type="primary" block icon={<Play size={14} />} loading={work.busy} onClick={() => void run()}>
        {say(["走一遍", "Simulate"])}
      </Button>
      {work.error ? (
        <p className="pg-error" role="alert">
          {work.error}
        </p>
      ) : null}
      {found ? <Walked found={found} xml={xml} definition={definition} /> : null}
      <Cases
        cases={Array.isArray(cases) ? cases : []}
        about={about}
        last={found && how === "values" ? { found, amount, variables } : null}
        readOnly={readOnly}
        keep={(next) => keepCases(next.map((entry) => ({ ...entry })))}
      />
    </Stack>
  );
}

/** The fields the drawing's conditions name: those decide the way. */
function conditionFields(definition: Definition | null, bill: BillContext) {
  const conditions = (definition?.flows ?? []).map((flow) => flow.condition ?? "").join(" ");
  const fields = Object.entries(bill.entity?.fields ?? {});
  const isNamed = (key: string): boolean => new RegExp(`(?<![\\w.])${key}(?!\\w)`).test(conditions);
  return fields.filter(([key, field]) => simple.includes(field.kind) && isNamed(key));
}

function Walked({ found, xml, definition }: { readonly found: Foreseen; readonly xml: string; readonly definition: Definition | null }) {
  const say = useText();
  const nodes = found.steps.map((step) => step.nodeId);
  const painting: Painting = definition ? walkedFlows(definition, nodes) : Object.fromEntries(nodes.map((id) => [id, "done" as const]));
  return (
    <Stack as="section" gap="s" label={say(["走过的路径", "Path"])}>
      <h3 className="pg-h3">
        {say(["会这样走", "Expected approval path"])} <span className="pg-count">{found.steps.length}</span>
        <span className="pg-h3-end">
          <Legend meanings={["done", "unused"]} />
        </span>
      </h3>
      {(found.problems ?? []).map((problem) => (
        <p key={problem} className="pg-error">
          {problem}
        </p>
      ))}
      <Suspense fallback={null}>
        <Diagram xml={xml} painting={painting} label={["模拟走过的路径", "Simulated path"]} height={180} />
      </Suspense>
      <NumberedList
        items={found.steps.map(({ nodeName, people, note }) => ({
          title: <b>{nodeName}</b>,
          note: [people.join(say(["、", ", "])) || say(["无人，按规则处理", "no approver; its policy applies"]), note]
            .filter(Boolean)
            .join(" · "),
        }))}
      />
      {found.steps.length === 0 ? <p className="pg-faint">{say(["不经过任何审批节点。", "No approval step applies."])}</p> : null}
    </Stack>
  );
}
