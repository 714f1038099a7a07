import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { FilePen, Send } from "lucide-react";
import { useState } from "react";
import type { Seen } from "#kernel/seen.ts";
import { call } from "#kernel/web/call.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { EditPage } from "#kernel/web/page/edit/EditPage.tsx";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { OwnPage, PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { RowsTable } from "#kernel/web/part/RowsTable.tsx";
import { SearchBox } from "#kernel/web/part/SearchBox.tsx";
import { openPage } from "#kernel/web/router.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { toast } from "#kernel/web/message.ts";
import { freeForm } from "./free-form.entity.ts";
import type { bpmModel } from "./model.entity.ts";
import { FormContent } from "./parts/FormContent.tsx";

export const page = { route: "processInitiate", title: ["发起流程", "Start a process"] };

/** A request has room of its own under the same route. */
const paged = {
  ...freeForm,
  pages: {
    ...freeForm.pages,
    edit: "processInitiate",
    key: "amount",
    sections: [["申请内容", "Request", ["modelId", "subject", "amount", "currency", "orgId", "remark"]]],
  },
} as unknown as typeof freeForm;

const slots: EditSlots<typeof freeForm> = { beforeLines: (model) => <FormContent model={model} /> };

/** Processes anybody may start, by category; a request is filled in, kept as a draft, and submitted with the way ahead in view. */
export default function InitiatePage() {
  const tab = useTab();
  const [id] = useState(tab.query.id);
  if (id)
    return (
      <Ground>
        <EditPage entity={paged} slots={slots} />
      </Ground>
    );
  return (
    <OwnPage>
      <Board />
    </OwnPage>
  );
}

/** A process anybody may start. */
type Startable = Seen<typeof bpmModel> & { readonly categoryName?: string | null };

const startable = async (): Promise<readonly Startable[]> =>
  (await call<readonly Startable[]>("bpmServer/bpmProcessService/findStartable", {})).data;

function Board() {
  const say = useText();
  const title = usePageTitle(["发起流程", "Start a process"]);
  const language = useLanguage((state) => state.language);
  const viewer = useViewer();
  const load = useLoad("startable", startable);
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const nameOf = (row: Startable): string => (language === "EN" && row.nameEn ? String(row.nameEn) : String(row.nameCn));
  const start = async (row: Startable): Promise<void> => {
    setBusy(true);
    try {
      const { document } = await entityCall.save(paged, { modelId: row.id, subject: nameOf(row) });
      await openPage({ path: "processInitiate", query: { id: String(document.id) }, title: String(document.formNum) });
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <PageFrame
      title={title}
      truth={say([
        "选一个流程填写申请；没有单据的事项都从这里发起。",
        "Choose a process and fill in the request. Use this for anything without a document of its own.",
      ])}
    >
      <div className="pg-filters">
        <span className="pg-keyword">
          <SearchBox text={text} label={say(["流程名称", "Process"])} change={setText} />
        </span>
      </div>
      <div className="pt-scroll" data-keep-scroll tabIndex={0} role="region" aria-label={title}>
        <PanelState
          load={load}
          empty={say([
            "还没有可以自由发起的流程。流程管理员在「流程设计」中发布单据类型为自由申请的流程后，会出现在这里。",
            "No process can be started freely yet. Published processes of document type FREE_FORM appear here.",
          ])}
          isEmpty={(rows) => rows.length === 0}
        >
          {(rows) => {
            const fit = rows.filter((row) =>
              `${String(row.nameCn)}${String(row.nameEn ?? "")}${String(row.modelKey)}`.toLowerCase().includes(text.trim().toLowerCase()),
            );
            const groups = [...Map.groupBy(fit, (row) => String(row.categoryName ?? "") || say(["其他", "Other"]))];
            return groups.map(([name, members]) => (
              <section key={name} aria-label={name}>
                <h2 className="pg-h3">
                  {name} <span className="pg-count">{members.length}</span>
                </h2>
                <ItemList framed>
                  {members.map((row) => (
                    <Item
                      key={String(row.id)}
                      lead={<Send size={17} aria-hidden />}
                      title={<b>{nameOf(row)}</b>}
                      note={String(row.modelKey)}
                      disabled={busy || !viewer.may("btnStart")}
                      press={() => void start(row)}
                    />
                  ))}
                </ItemList>
              </section>
            ));
          }}
        </PanelState>
        <section aria-label={say(["我的申请", "My requests"])}>
          <RowsTable
            entity={paged}
            name="initiate.drafts"
            where={{ starterUserId: [viewer.userId] }}
            title={["我的申请", "My requests"]}
            height="content"
            pageSize={10}
            empty={{
              title: ["还没有申请", "No requests yet"],
              detail: ["草稿和提交过的申请显示在这里。", "Drafts and submitted requests appear here."],
            }}
            rowActions={(row) => [
              {
                label: row.status === "DRAFT" ? ["继续填写", "Continue"] : ["打开", "Open"],
                icon: FilePen,
                handler: () => openPage({ path: "processInitiate", query: { id: String(row.id) }, title: String(row.formNum) }),
              },
            ]}
          />
        </section>
      </div>
    </PageFrame>
  );
}
