import { Columns, Words } from "#kernel/web/block/layout.tsx";
import { FootConfirm } from "#kernel/web/block/FootBar.tsx";
import { Button, Radio, Select } from "antd";
import { refs } from "#kernel/field.ts";
import type { Entity } from "#kernel/entity.ts";
import { fieldOf } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { FieldInput } from "#kernel/web/page/field/FieldInput.tsx";
import { RefsInput } from "#kernel/web/page/field/RefsInput.tsx";
import { useKey } from "#kernel/web/keys.ts";
import { advises, consequence, missing, verbLabels, type Filled, type Verb } from "./verbs.tsx";
import type { MyTask } from "./wire.tsx";

const people = refs("BaseUsers", "人员", "People", { pick: { userType: "INTERNAL", userStatus: "ACTIVE" } });

interface Props {
  readonly verb: Verb;
  readonly filled: Filled;
  readonly mine: MyTask | null;
  readonly entity: Entity;
  readonly row: Row;
  readonly busy: boolean;
  readonly error: string;
  fill(patch: Partial<Filled>): void;
  send(): void;
  cancel(): void;
}

/** The line that is confirmed before anything happens: what it means, whom it names, and the one button. */
export function ActForm({ verb, filled, mine, entity, row, busy, error, fill, send, cancel }: Props) {
  const say = useText();
  const lacks = missing(verb, filled, mine);
  const label = say(verb === "reject" && advises(mine) ? ["反对", "Object"] : verbLabels[verb]);
  useKey("Escape", ["取消", "Cancel"], cancel, { inFields: true });
  useKey("Mod+Enter", verbLabels[verb], () => lacks === null && send());
  return (
    <FootConfirm
      label={label}
      sentence={
        <>
          <p>
            {say(consequence(verb, filled, mine))} {lacks ? <Words tone="error">{say(lacks)}</Words> : null}
          </p>
          {error ? (
            <p className="pg-error" role="alert">
              {error}
            </p>
          ) : null}
        </>
      }
      buttons={
        <>
          <Button onClick={cancel}>
            {say(["取消", "Cancel"])} <kbd>Esc</kbd>
          </Button>
          <Button
            type="primary"
            danger={verb === "reject" || verb === "withdraw"}
            loading={busy}
            disabled={lacks !== null}
            autoFocus
            onClick={send}
          >
            {say([`确认${label}`, label])} <kbd>⌃⏎</kbd>
          </Button>
        </>
      }
    >
      <Choices verb={verb} filled={filled} mine={mine} entity={entity} row={row} fill={fill} />
    </FootConfirm>
  );
}

function Choices({ verb, filled, mine, entity, row, fill }: Pick<Props, "verb" | "filled" | "mine" | "entity" | "row" | "fill">) {
  const say = useText();
  if (verb === "reject" && mine)
    return mine.targets.length === 0 ? null : (
      <Radio.Group
        className="pg-radio"
        value={filled.target || mine.targets.at(-1)?.target || "START"}
        options={mine.targets.map((target) => ({
          value: target.target,
          label:
            target.target === "START"
              ? say(["退回发起人", "Back to submitter"])
              : say([`退回「${target.name}」`, `Back to ${target.name}`]),
        }))}
        onChange={(event) => fill({ target: String(event.target.value) })}
      />
    );
  if (verb === "pass" && mine) return <PassChoices filled={filled} mine={mine} entity={entity} row={row} fill={fill} />;
  if (["transfer", "delegate", "addSign", "copy"].includes(verb))
    return (
      <Columns of="minmax(0, 360px) max-content">
        <RefsInput
          field={people}
          value={filled.users}
          label={say(people.label)}
          placeholder={say(["选择人员", "Choose people"])}
          autoFocus
          change={(users) => fill({ users: verb === "transfer" || verb === "delegate" ? users.slice(-1) : users })}
        />
        {verb === "addSign" ? (
          <Select
            aria-label={say(["加签方式", "How"])}
            value={filled.mode}
            options={[
              { value: "BEFORE", label: say(["在我之前", "Before me"]) },
              { value: "AFTER", label: say(["在我之后", "After me"]) },
              { value: "PARALLEL", label: say(["与我一起", "In parallel"]) },
            ]}
            onChange={(mode) => fill({ mode })}
          />
        ) : null}
      </Columns>
    );
  return null;
}

/** Fields the step may write, and people it must choose. */
function PassChoices({ filled, mine, entity, row, fill }: Pick<Props, "filled" | "entity" | "row" | "fill"> & { readonly mine: MyTask }) {
  const say = useText();
  const fields = mine.editableFields.flatMap((key) => {
    const field = fieldOf(entity, key);
    return field && !field.computed ? [[key, field] as const] : [];
  });
  if (fields.length + mine.picks.length === 0) return null;
  return (
    <Columns of={{ least: 240 }}>
      {fields.map(([key, field]) => (
        <label key={key}>
          <span className="pg-label">
            {mine.requiredFields.includes(key) ? <span className="pg-star">*</span> : null}
            {say(field.label)}
          </span>
          <FieldInput
            field={field}
            fieldKey={key}
            row={{ ...row, ...filled.fields }}
            label={say(field.label)}
            narrow
            patch={(patch) => fill({ fields: { ...filled.fields, ...patch } })}
          />
        </label>
      ))}
      {mine.picks.map((pick) => (
        <label key={pick.nodeId}>
          <span className="pg-label">
            <span className="pg-star">*</span>
            {say([`「${pick.nodeName}」处理人`, `People of ${pick.nodeName}`])}
          </span>
          <RefsInput
            field={people}
            value={filled.picks[pick.nodeId] ?? []}
            label={pick.nodeName}
            change={(users) => fill({ picks: { ...filled.picks, [pick.nodeId]: users } })}
          />
        </label>
      ))}
    </Columns>
  );
}
