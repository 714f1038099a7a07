import type { Field, Fields } from "#kernel/field.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import { FieldInput } from "#kernel/web/page/field/FieldInput.tsx";
import { PageWorld } from "#kernel/web/page/PageWorld.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Dialog } from "#kernel/web/shell/Dialog.tsx";
import { Button } from "antd";
import { useId, useState, type ReactNode } from "react";
import "./trial.css";

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
  const id = useId();
  const work = useWork();
  const [row, setRow] = useState<Row>({});
  const [answer, setAnswer] = useState<A | null>(null);
  const lacking = Object.entries(fields).some(([key, field]) => !field.optional && !given(row[key]));
  return (
    <Dialog title={say(title)} onClose={close} className="tr-dialog">
      <PageWorld>
        <div className="tr-form">
          {Object.entries(fields).map(([key, field]: [string, Field]) => (
            <div key={key} className="tr-field">
              <label htmlFor={`${id}-${key}`}>
                {say(field.label)}
                {field.optional ? null : <em aria-hidden> *</em>}
              </label>
              <FieldInput
                field={field}
                fieldKey={key}
                row={row}
                id={`${id}-${key}`}
                label={say(field.label)}
                narrow
                patch={(patch) => (setRow((now) => ({ ...now, ...patch })), setAnswer(null))}
              />
            </div>
          ))}
          <Button
            type="primary"
            disabled={lacking}
            loading={work.busy}
            onClick={() => void work.run(async () => setAnswer(await ask(row)))}
          >
            {say(press)}
          </Button>
        </div>
        {work.error ? (
          <p role="alert" className="pc-bad">
            {work.error}
          </p>
        ) : null}
        {answer === null ? null : <div className="tr-answer">{show(answer)}</div>}
      </PageWorld>
    </Dialog>
  );
}

const given = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== "";
