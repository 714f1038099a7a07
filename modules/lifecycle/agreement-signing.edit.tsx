import type { Form } from "#kernel/seen.ts";
import { Box } from "#kernel/web/block/Box.tsx";
import { Stack } from "#kernel/web/block/layout.tsx";
import { Notice } from "#kernel/web/block/Notice.tsx";
import { SideTabs } from "#kernel/web/block/SideTabs.tsx";
import { useText } from "#kernel/web/language.ts";
import { EditPage } from "#kernel/web/page/edit/EditPage.tsx";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { PageWorld } from "#kernel/web/page/PageWorld.tsx";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { useState } from "react";
import { useStore } from "zustand";
import { filled } from "./clauses.ts";
import { AgreementFacts, DetailTag } from "./parts/AgreementFacts.tsx";
import { AgreementText, PaperSigning, type Variable } from "./parts/AgreementInternal.tsx";
import { AgreementPackage } from "./parts/AgreementPackage.tsx";
import { Clauses, Versions } from "./parts/Clauses.tsx";
import { agreementSigning, signingDetail } from "./signing.entity.ts";

type Model = EditModel<typeof agreementSigning>;

/** The texts behind the lines: one agreement at a time, written, filled in, compared, and once agreed signed. */
function Texts({ model }: { readonly model: Model }) {
  const say = useText();
  const rows = useStore(model.lines.details!.state, (state) => state.rows).filter(({ deleted }) => !deleted);
  const [chosen, choose] = useState("");
  const edit = rows.find(({ key }) => key === chosen) ?? rows[0];
  if (!edit)
    return <p className="pc-note">{say(["先在上表添加协议，再在此处填写正文", "Add agreements above, then write their text here"])}</p>;
  const title = say(["协议正文与版本", "Texts and versions"]);
  return (
    <section className="pg-section" data-section="texts" aria-label={title}>
      <h2 className="pg-h2">{title}</h2>
      <SideTabs
        label={say(["协议", "Agreements"])}
        tabs={rows.map(({ key, row }) => ({
          key,
          title: row.agreementName || say(["未命名", "Unnamed"]),
          note: `v${row.version ?? 1} · ${row.assistUserName || say(["无协办", "No co-handler"])}`,
          state: <DetailTag code={row.detailStatus ?? "DRAFT"} />,
        }))}
        chosen={edit.key}
        choose={choose}
      >
        <AgreementTab key={edit.key} model={model} lineKey={edit.key} row={edit.row} />
      </SideTabs>
    </section>
  );
}

interface TabProps {
  readonly model: Model;
  readonly lineKey: string;
  readonly row: Form<typeof signingDetail>;
}

function AgreementTab({ model, lineKey, row }: TabProps) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  const editable = model.editable() && row.detailStatus !== "SIGNED";
  const set = (field: "content" | "variables", value: unknown) =>
    model.lines.details!.set([{ key: lineKey, field, value }], `text.${field}`);
  const content = row.content ?? "";
  const variables = (row.variables ?? []) as readonly Variable[];
  const paper = base && row.signMode === "PAPER" && row.detailStatus === "SIGNING" && model.viewer.may("btnStartSign");
  return (
    <>
      {row.id ? <AgreementFacts detail={row} /> : null}
      {paper ? <PaperSigning row={base} detail={row} done={(document) => model.take(document)} /> : null}
      {editable ? (
        <Box
          title={say(["正文", "Text"])}
          note={say([
            "一条一段，以编号开头；变量写作 {{名称}}。合同模板尚未接入",
            "One clause per paragraph, starting with its number; variables as {{name}}. Contract templates are not connected yet",
          ])}
        >
          <Stack>
            <AgreementText
              content={content}
              variables={variables}
              setContent={(next) => set("content", next || null)}
              setVariables={(next) => set("variables", next)}
            />
          </Stack>
        </Box>
      ) : null}
      <Versions detail={row} />
      {content ? (
        <Box
          label={say(["供方所见", "As the supplier reads it"])}
          title={editable ? say(["供方所见", "As the supplier reads it"]) : say(["正文", "Text"])}
        >
          <Clauses content={filled(content, variables)} />
        </Box>
      ) : null}
    </>
  );
}

/** A co-handler who came here is shown the way to his own part. */
function Helping({ model }: { readonly model: Model }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  const mine = base?.details?.some(({ assistUserId, assistStatus }) => assistUserId === model.viewer.userId && assistStatus === "WAITING");
  if (base?.status !== "ASSISTING" || !mine) return null;
  return (
    <Notice action={<PageLink href={`/main/AgreementSigningAssistEdit?id=${base.id}`}>{say(["去协办", "Co-handle"])}</PageLink>}>
      {say(["有协议由您协办", "There are agreements for you to co-handle"])}
    </Notice>
  );
}

const slots: EditSlots<typeof agreementSigning> = {
  head: (model) => <Helping model={model} />,
  afterLines: (model) => <Texts model={model} />,
};

/** A package of agreements being drawn up and followed; a supplier that comes here reads and answers it. */
export default function AgreementSigningEdit() {
  const viewer = useViewer();
  if (viewer.audience === "supplier") return <AgreementPackage />;
  return (
    <PageWorld>
      <EditPage entity={agreementSigning} slots={slots} />
    </PageWorld>
  );
}
