import { Section } from "#kernel/web/block/Section.tsx";
import { Columns, Inline } from "#kernel/web/block/layout.tsx";
import { WordsPreview } from "./parts/WordsPreview.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { confirm, toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { EditPage } from "#kernel/web/page/edit/EditPage.tsx";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { exportRows } from "#kernel/web/part/exportRows.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { RowsTable } from "#kernel/web/part/RowsTable.tsx";
import { Button } from "antd";
import { BellRing, Download, RotateCw } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { msgDelivery, msgInstance } from "./instance.entity.ts";
import { Funnel } from "./parts/Funnel.tsx";
import type { Chosen } from "./parts/Funnel.tsx";
import { instanceService, useInstance, wordsIn } from "./parts/instances.tsx";
import type { InstanceDetail } from "./parts/instances.tsx";

export const page = { route: "messageListDetail", title: ["消息详情", "Message"] };

const shown = {
  ...msgInstance,
  title: ["instanceNum", "title"],
  pages: {
    ...msgInstance.pages,
    sections: [
      [
        "概况",
        "Overview",
        [
          "msgKind",
          "msgCfgId",
          "eventCode",
          "bizNum",
          "senderUserId",
          "plannedAt",
          "sentAt",
          "costEstimate",
          "checkedBy",
          "checkedAt",
          "checkNote",
        ],
      ],
    ],
  },
} as unknown as typeof msgInstance;

/** No row of it has a page of its own. */
const receivers = { ...msgDelivery, title: [] } as unknown as typeof msgDelivery;

const columns = [
  "userId",
  "channel",
  "address",
  "userLanguage",
  "title",
  "status",
  "reason",
  "tryCount",
  "sentAt",
  "deliveredAt",
  "readAt",
  "errorText",
] as const;

/** What it says in both languages, side by side. */
function Content({ detail }: { readonly detail: InstanceDetail | null }) {
  const say = useText();
  return (
    <section className="pg-section" aria-label={say(["内容", "Content"])}>
      <h2 className="pg-h2">{say(["内容", "Content"])}</h2>
      <Columns of={2} gap="l">
        {(["CN", "EN"] as const).map((language) => {
          const { title, content } = wordsIn(detail, language);
          return <WordsPreview key={language} language={language} title={title} content={content} />;
        })}
      </Columns>
    </section>
  );
}

/** Who was reached how; the figures above choose the rows. */
function Deliveries({ model }: { readonly model: EditModel<typeof msgInstance> }) {
  const say = useText();
  const viewer = useViewer();
  const base = useStore(model.state, (state) => state.base)!;
  const [chosen, setChosen] = useState<Chosen>({});
  const id = String(base.id);
  const detail = useInstance(id, base.versionNum).data;
  const again = async (name: string, question: readonly [string, string], done: readonly [string, string]): Promise<void> => {
    if (!(await confirm({ title: question }))) return;
    try {
      await call(instanceService + name, { id });
      tellChanged({ entity: msgInstance.name, id });
      tellChanged({ entity: msgDelivery.name, id });
      toast.success(done);
    } catch (error) {
      toast.error(error);
    }
  };
  const [failed, unread] = [Number(base.failedCount ?? 0), Number(base.sentCount ?? 0) - Number(base.readCount ?? 0)];
  return (
    <>
      <Content detail={detail} />
      <Funnel id={id} version={base.versionNum} chosen={chosen} choose={setChosen} />
      <Section
        title={say(["接收人", "Receivers"])}
        tools={
          <>
            {Object.keys(chosen).length > 0 ? (
              <button type="button" className="pg-link" onClick={() => setChosen({})}>
                {say(["全部显示", "Show all"])}
              </button>
            ) : null}
            <Inline as="span">
              {viewer.may("btnExport") ? (
                <Button
                  size="small"
                  icon={<Download size={13} />}
                  onClick={() => void exportRows(receivers, undefined, { instanceId: [id], ...chosen })}
                >
                  {say(["导出", "Export"])}
                </Button>
              ) : null}
              {viewer.may("btnRemindUnread") ? (
                <Button
                  size="small"
                  icon={<BellRing size={13} />}
                  disabled={unread <= 0}
                  onClick={() =>
                    void again(
                      "remindUnread",
                      [`再提醒 ${unread} 位未读的人？`, `Remind the ${unread} who have not read it?`],
                      ["已提醒", "Reminded"],
                    )
                  }
                >
                  {say([`提醒未读${unread > 0 ? ` ${unread}` : ""}`, `Remind unread${unread > 0 ? ` ${unread}` : ""}`])}
                </Button>
              ) : null}
              {viewer.may("btnResend") ? (
                <Button
                  size="small"
                  icon={<RotateCw size={13} />}
                  disabled={failed === 0}
                  onClick={() =>
                    void again(
                      "retryFailed",
                      [`重发失败的 ${failed} 条？`, `Send the ${failed} failed ones again?`],
                      ["已重发", "Sent again"],
                    )
                  }
                >
                  {say([`重发失败${failed > 0 ? ` ${failed}` : ""}`, `Resend failed${failed > 0 ? ` ${failed}` : ""}`])}
                </Button>
              ) : null}
            </Inline>
          </>
        }
      >
        <RowsTable
          entity={receivers}
          name="messageListDetail.deliveries"
          where={{ instanceId: [id], ...chosen }}
          columns={columns}
          height="content"
          pageSize={50}
        />
      </Section>
    </>
  );
}

const slots: EditSlots<typeof msgInstance> = { afterLines: (model) => <Deliveries model={model} />, hideSections: ["files"] };

/** One message: what it says, whom it reached over which channel, and what can still be done for the others. */
export default function SentDetail() {
  return (
    <Ground>
      <EditPage entity={shown} slots={slots} />
    </Ground>
  );
}
