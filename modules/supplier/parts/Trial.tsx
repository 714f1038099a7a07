import type { Fields } from "#kernel/field.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import { Columns, Stack } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { FieldInput } from "#kernel/web/page/field/FieldInput.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import { WorkError } from "#kernel/web/part/WorkError.tsx";
import { Button, Modal } from "antd";
import { useState, type ReactNode } from "react";

interface Props<A> {
  readonly title: Text;
  readonly fields: Fields;
  readonly press: Text;
  ask(row: Row): Promise<A>;
  show(answer: A): ReactNode;
  close(): void;
}

/** Asks a question with a few fields and shows the answer below; nothing is saved. */
export function TrialDialog<A>({ title, fields, press, ask, show, close }: Props<A>) {
  const say = useText();
  const work = useWork();
  const [row, setRow] = useState<Row>({});
  const [answer, setAnswer] = useState<A | null>(null);
  const keys = Object.keys(fields);
  const lacking = keys.some((key) => !fields[key]!.optional && !given(row[key]));
  // Only what is asked for travels; the names shown beside a reference stay here.
  const asked = (): Row => Object.fromEntries(keys.flatMap((key) => (given(row[key]) ? [[key, row[key]]] : [])));
  return (
    <Modal open title={say(title)} width={860} onCancel={close} footer={null} mask={{ closable: false }}>
      <Stack gap="l">
        <Columns of={2} align="end">
          {keys.map((key) => (
            <Labelled key={key} label={say(fields[key]!.label)} required={!fields[key]!.optional} group>
              <FieldInput
                field={fields[key]!}
                fieldKey={key}
                row={row}
                label={say(fields[key]!.label)}
                narrow
                patch={(patch) => (setRow((now) => ({ ...now, ...patch })), setAnswer(null))}
              />
            </Labelled>
          ))}
          <span>
            <Button
              type="primary"
              disabled={lacking}
              loading={work.busy}
              onClick={() => void work.run(async () => setAnswer(await ask(asked())))}
            >
              {say(press)}
            </Button>
          </span>
        </Columns>
        <WorkError of={work} />
        {answer === null ? null : show(answer)}
      </Stack>
    </Modal>
  );
}

const given = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== "";
