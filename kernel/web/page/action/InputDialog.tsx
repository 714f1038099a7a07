import { Button, Modal } from "antd";
import { useState } from "react";
import { checkValues } from "../../../check.ts";
import type { Action } from "../../../entity.ts";
import type { Fields } from "../../../field.ts";
import type { Row } from "../../../page-document.ts";
import type { FieldError } from "../../../refusal.ts";
import type { FieldMessage } from "../../call.ts";
import { useText } from "../../language.ts";
import { fieldOf } from "../edit/problems.ts";
import { FormGrid } from "../FormGrid.tsx";

interface Props {
  readonly action: Action;
  /** Which document or how many, so that nobody answers for the wrong one. */
  readonly subject: string;
  readonly busy: boolean;
  readonly errors: readonly FieldMessage[];
  send(input: Row): void;
  cancel(): void;
  whatIf?: ((input: Row) => void) | undefined;
}

const initialOf = (fields: Fields): Row =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.initial ?? (field.kind === "yn" ? "N" : null)]));

/** Only what the action asks for travels; the names shown beside a reference stay here. */
const answersOf = (fields: Fields, values: Row): Row =>
  Object.fromEntries(Object.keys(fields).flatMap((key) => (values[key] === null || values[key] === undefined ? [] : [[key, values[key]]])));

/** Asks for what an action needs, with the same fields and checks as any form. */
export function InputDialog({ action, subject, busy, errors, send, cancel, whatIf }: Props) {
  const say = useText();
  const fields = (action.input ?? {}) as Fields;
  const [values, setValues] = useState<Row>(() => initialOf(fields));
  const [own, setOwn] = useState<readonly FieldError[]>([]);
  // what the server said of a field holds until that field is touched; a new reply speaks anew
  const [touched, setTouched] = useState<{ readonly since: readonly FieldMessage[]; readonly keys: ReadonlySet<string> }>({
    since: errors,
    keys: new Set(),
  });
  const mended = touched.since === errors ? touched.keys : new Set<string>();
  const patchValues = (patch: Row): void => {
    setValues((now) => ({ ...now, ...patch }));
    setOwn((now) => now.filter((e) => !(fieldOf(e.path) in patch)));
    setTouched({ since: errors, keys: new Set([...mended, ...Object.keys(patch)]) });
  };
  const label = say(action.label);
  const check = (): boolean => {
    const found: FieldError[] = [];
    checkValues(fields, answersOf(fields, values), { zone: "UTC", clean: "later" }, "", found, true);
    setOwn(found);
    return found.length === 0;
  };
  const matchingErrors = errors.filter((e) => !mended.has(fieldOf(e.path)));
  const messages = new Map([...matchingErrors.map((e) => [e.path, e.msg] as const), ...own.map((e) => [e.path, say(e.text)] as const)]);
  return (
    <Modal
      open
      title={`${label} ${subject}`}
      width={Object.keys(fields).length > 4 ? 680 : 480}
      onCancel={cancel}
      mask={{ closable: false }}
      footer={
        <div className="pg-dialog-foot">
          {whatIf ? (
            <Button type="text" onClick={() => check() && whatIf(answersOf(fields, values))}>
              {say(["会发生什么？", "What will happen?"])}
            </Button>
          ) : null}
          <span className="pg-grow" />
          <Button onClick={cancel}>{say(["取消", "Cancel"])}</Button>
          <Button
            type="primary"
            danger={action.tone === "danger"}
            loading={busy}
            onClick={() => check() && send(answersOf(fields, values))}
          >
            {label}
          </Button>
        </div>
      }
    >
      {action.confirm ? <p className="pg-dialog-text">{say(action.confirm)}</p> : null}
      <FormGrid
        columns={Object.keys(fields).length > 4 ? 2 : 1}
        cells={Object.entries(fields).map(([key, field]) => ({ key, field, span: 1 }))}
        row={values}
        required={(key) => !fields[key]!.optional}
        message={(key) => messages.get(key)}
        patch={patchValues}
      />
    </Modal>
  );
}
