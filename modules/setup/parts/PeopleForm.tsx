import { Columns } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { ChoiceField, TextField } from "./fields.tsx";
import { StepForm, type FormProps } from "./StepForm.tsx";

interface Colleague {
  readonly name: string;
  readonly email: string;
  readonly roles: string;
}

interface Opened {
  readonly opened?: readonly { readonly name: string; readonly userName: string; readonly password: string }[];
}

/** Colleagues with the responsibilities of their work; their first passwords are shown once. */
export function PeopleForm({ setup, choices, onOpened }: FormProps & { onOpened(opened: NonNullable<Opened["opened"]>): void }) {
  const t = useText();
  const isUnmanned = setup.state?.approval?.approvers.length === 0;
  const empty = (roles: string): Colleague => ({ name: "", email: "", roles });
  const [rows, setRows] = useState<readonly Colleague[]>([empty(isUnmanned ? "APPROVER" : "BUYER")]);
  const set = (i: number, key: keyof Colleague) => (value: string) =>
    setRows((old) => old.map((colleague, n) => (n === i ? { ...colleague, [key]: value } : colleague)));
  const bad = setup.trouble?.fields ?? {};
  const save = async (): Promise<void> => {
    const outcome = await setup.run<Opened>("savePeople", { people: rows });
    if (outcome?.opened?.length) onOpened(outcome.opened);
  };
  const options = choices.roleSets.map((roleSet) => ({ value: roleSet.code, label: t(roleSet.label) }));
  return (
    <StepForm setup={setup} step="PEOPLE" save={save} skips label={["开通账号", "Create accounts"]}>
      {rows.map((row, i) => (
        <Columns key={i} of="repeat(3, minmax(0, 1fr)) 28px" align="end">
          <TextField label={["姓名", "Name"]} value={row.name} onChange={set(i, "name")} error={bad.name} required />
          <TextField label={["邮箱", "E-mail"]} value={row.email} onChange={set(i, "email")} error={bad.email} inputMode="email" required />
          <ChoiceField
            label={["职责", "Role"]}
            value={row.roles}
            onChange={set(i, "roles")}
            options={options}
            hint={choices.roleSets.find((roleSet) => roleSet.code === row.roles)?.hint}
          />
          {rows.length > 1 ? (
            <button
              type="button"
              className="s-icon-btn"
              aria-label={t(["移除该行", "Remove this row"])}
              onClick={() => setRows((old) => old.filter((_, n) => n !== i))}
            >
              <X size={14} aria-hidden />
            </button>
          ) : null}
        </Columns>
      ))}
      <button type="button" className="pg-link" onClick={() => setRows((old) => [...old, empty("BUYER")])}>
        <Plus size={14} aria-hidden />
        {t(["再加一位", "Add another"])}
      </button>
    </StepForm>
  );
}
