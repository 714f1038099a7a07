import { Mark } from "#kernel/web/block/Mark.tsx";
import { Columns, Stack } from "#kernel/web/block/layout.tsx";
import { Box } from "#kernel/web/block/Box.tsx";
import type { Given } from "#kernel/seen.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Entity } from "#kernel/entity.ts";
import { ref, refs } from "#kernel/field.ts";
import type { Field } from "#kernel/field.ts";
import { responsibility } from "#kernel/platform/grant.entity.ts";
import { CallError } from "#kernel/web/call.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { FormGrid } from "#kernel/web/page/FormGrid.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { RefInput } from "#kernel/web/page/field/RefInput.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { OwnPage, PageFrame } from "#kernel/web/part/OwnPage.tsx";
import { openPage } from "#kernel/web/router.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { Button } from "antd";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { CopyPreview } from "./parts/CopyPreview.tsx";
import { nameIn } from "./parts/organizations.tsx";

export const page = { route: "responsibility/respSave", title: ["从现有职责新建", "Copy from existing"], menu: false };

/** A new responsibility cut from an existing one: its roles and scopes come along, the organisations are chosen anew, the difference is shown first. */
export default function ResponsibilityCopy() {
  return (
    <OwnPage>
      <Wizard />
    </OwnPage>
  );
}

const input = (responsibility as Entity).actions["doCopy"].input as Readonly<Record<string, Field>>;
const cells = ["respCode", "respName", "respNameEn"].map((key) => ({ key, field: input[key]!, span: 1 as const }));
const source = ref("BaseResponsibility", "原职责", "Original") as Field;
const organisations = {
  key: "orgIds",
  field: refs("BaseOrganization", "组织范围改为", "Organisations instead", {
    optional: true,
    hint: ["不选则沿用原职责的组织范围", "Leave it empty to keep the original's scope"],
  }) as Field,
  span: 2 as const,
};

/** What was chosen and typed, the server's trial of it, and the way to save it. */
function useCopy() {
  const tab = useTab();
  const { menuId } = useViewer();
  const [chosen, setChosen] = useState<Row>({ sourceId: tab.query["id"] ?? null });
  const [typed, setTyped] = useState<Row>({});
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const [busy, setBusy] = useState(false);
  const id = (chosen["sourceId"] as string | null) ?? null;
  const original = useLoad(`responsibility:${id ?? ""}`, async () => (id === null ? null : entityCall.find(responsibility, id)));
  const dirty = Object.values(typed).some((value) => value !== null && value !== "");
  useEffect(() => tab.setDirty(dirty), [tab, dirty]);
  const wish = wishOf(typed);
  const complete = id !== null && Boolean(typed["respCode"]) && Boolean(typed["respName"]);
  const trial = useLoad(complete ? JSON.stringify([id, wish]) : "", async () =>
    complete ? entityCall.whatIf(responsibility, id, "doCopy", wish) : null,
  );
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await entityCall.act(responsibility, "doCopy", { ...(id === null ? {} : { id }), versionNum: original.data?.versionNum, ...wish });
      const made = (await entityCall.page(responsibility, { pageIndex: 1, pageRows: 1, respCode: [typed["respCode"]] })).data[0];
      toast.success([`已新建职责 ${String(typed["respCode"])}`, `Responsibility ${String(typed["respCode"])} created`]);
      tab.setDirty(false);
      const query = { id: String(made?.["id"] ?? "") };
      if (made) await openPage({ path: "systemsetting/respSave", query, title: String(made["respCode"]), ...(menuId ? { menuId } : {}) });
      tab.close();
    } catch (error) {
      if (error instanceof CallError && error.fieldErrors.length > 0)
        setErrors(new Map(error.fieldErrors.map((fieldError) => [fieldError.path, fieldError.msg])));
      else toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  const patch = (part: Row): void => {
    setTyped((now) => ({ ...now, ...part }));
    setErrors((now) => new Map([...now].filter(([key]) => !(key in part))));
  };
  return { chosen, setChosen, typed, patch, errors, busy, original, complete, trial, save };
}

/** What was filled in, as the copy takes it. */
const wishOf = (typed: Row): Given<typeof responsibility, "doCopy"> =>
  Object.fromEntries(
    ["respCode", "respName", "respNameEn", "orgIds"].flatMap((key) => {
      const value = typed[key];
      return value === null || value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [[key, value]];
    }),
  );

function Wizard() {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const { chosen, setChosen, typed, patch, errors, busy, original, complete, trial, save } = useCopy();
  const known =
    original.data === null
      ? chosen
      : { ...chosen, sourceCode: original.data["respCode"], sourceName: nameIn(original.data, "respName", language) };
  return (
    <PageFrame
      title={say(["从现有职责新建", "Copy from existing"])}
      truth={say([
        "角色和数据范围照搬，组织可以另选；保存前先看差异",
        "Roles and scopes are copied, organisations can be changed; the difference is shown first",
      ])}
      buttons={
        <Button type="primary" loading={busy} disabled={!trial.data?.allowed} onClick={() => void save()}>
          {say(["新建职责", "Create"])}
        </Button>
      }
    >
      <Stack gap="l" scroll>
        <Step number={1} title={say(["从哪个职责", "From which one"])} done={original.data !== null}>
          <Columns of="minmax(0, 420px)">
            <RefInput
              window
              field={source}
              fieldKey="sourceId"
              row={known}
              label={say(["原职责", "Original"])}
              patch={(part) => setChosen(part)}
            />
          </Columns>
          {original.error ? (
            <p className="pg-error" role="alert">
              {original.error}
            </p>
          ) : null}
        </Step>
        <Step number={2} title={say(["新职责叫什么，管哪些组织", "Name and organisations"])} done={complete}>
          <FormGrid
            cells={[...cells, organisations]}
            row={typed}
            columns={4}
            required={(key) => key === "respCode" || key === "respName"}
            message={(key) => errors.get(key)}
            patch={patch}
          />
        </Step>
        <Step number={3} title={say(["与原职责的差异", "Difference"])} done={trial.data?.allowed ?? false}>
          {original.data === null ? (
            <p className="pg-faint">{say(["先选原职责。", "Choose the original first."])}</p>
          ) : (
            <CopyPreview original={original.data} typed={typed} trial={trial.data} error={trial.error} complete={complete} />
          )}
        </Step>
      </Stack>
    </PageFrame>
  );
}

function Step({
  number,
  title,
  done,
  children,
}: {
  readonly number: number;
  readonly title: string;
  readonly done: boolean;
  readonly children: ReactNode;
}) {
  const say = useText();
  return (
    <Box label={title} title={`${number} · ${title}`} end={done ? <Mark tone="success" label={say(["已完成", "Done"])} /> : null}>
      {children}
    </Box>
  );
}
