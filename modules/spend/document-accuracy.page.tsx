import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { openPage } from "#kernel/web/router.ts";
import { DataTable } from "#kernel/web/table/DataTable.tsx";
import type { Fault } from "./replies.ts";
import { figure, SpendFrame, useWords, type RowOf, type Shown } from "./parts/SpendFrame.tsx";

export const page = { route: "purDocumentAccuracyReport", title: ["单据准确率", "Document accuracy"] };

const words: Readonly<Record<Fault, Text>> = {
  rejected: ["驳回", "Rejected"],
  returned: ["退回", "Returned"],
  changed: ["变更", "Changed"],
  cancelled: ["批准后取消", "Cancelled after approval"],
  reversed: ["冲销", "Reversed"],
};
/** Where each kind of document opens. */
const pages: Readonly<Record<string, string>> = {
  REQUISITION: "purRequisitionManage/purRequisitionEdit",
  ORDER: "purOrderManage/purchaseOrderEdit",
  NOTICE: "purDeliveryManage/purDeliveryNoticeEdit",
  NOTE: "purDeliveryManage/purDeliveryNoteEdit",
  RECEIVE: "receiveEdit",
};

type Doc = Shown<"accuracy">["reply"]["groups"]["faulty"][number];
/** One faulty document, counted as a row of the report counts documents. */
const counted = (doc: Doc): RowOf<"accuracy"> => ({
  ...doc,
  total: 1,
  clean: 0,
  accuracy: null,
  rejected: Number(doc.rejected),
  returned: Number(doc.returned),
  changed: Number(doc.changed),
  cancelled: Number(doc.cancelled),
  reversed: Number(doc.reversed),
});

/** The documents behind the faults, of what was chosen. */
function Faulty({ shown }: { readonly shown: Shown<"accuracy"> }) {
  const say = useText();
  const doc = useWords("SPEND_DOC");
  const all = shown.reply.groups.faulty;
  const { chosen } = shown;
  const rows = chosen ? all.filter((doc) => chosen.keep(counted(doc))) : all;
  if (all.length === 0) return null;
  return (
    <section aria-label={say(["有差错的单据", "Faulty documents"])}>
      <p className="rp-path">
        <b>{say(["有差错的单据", "Faulty documents"])}</b> <span className="pg-pill">{rows.length}</span>
      </p>
      <DataTable
        key={`${shown.chosen?.label ?? ""} ${rows.length}`}
        config={{
          name: "report:faulty",
          label: ["有差错的单据", "Faulty documents"],
          selection: false,
          showIndex: false,
          height: "content",
          rows: [...rows],
          pageSize: 20,
          isShowPage: rows.length > 20,
          columns: [
            {
              key: "num",
              title: ["单据号", "Document no."],
              width: 170,
              href: (row) => `/main/${pages[row.docType]}?id=${encodeURIComponent(row.id)}`,
              linkTag: true,
              onClick: (row) => openPage({ path: pages[row.docType]!, query: { id: row.id }, title: row.num }),
            },
            { key: "docType", title: ["单据", "Document"], width: 140, render: (row) => doc(row.docType) },
            { key: "name", title: ["人员", "Person"], width: 160 },
            { key: "made", title: ["创建日期", "Created on"], width: 120 },
            {
              key: "causes",
              title: ["差错", "Fault"],
              width: 280,
              render: (row) => row.causes.map((cause) => say(words[cause])).join(say(["、", ", "])),
            },
          ],
        }}
      />
    </section>
  );
}

function Charts({ shown }: { readonly shown: Shown<"accuracy"> }) {
  const say = useText();
  const doc = useWords("SPEND_DOC");
  const types = shown.reply.groups.types;
  const causes = shown.reply.groups.causes.filter((row) => Number(row.count) > 0);
  const faults = causes.reduce((n, row) => n + Number(row.count), 0);
  let before = 0;
  const cumulative = causes.map((row) => Number((((before += Number(row.count)) / faults) * 100).toFixed(2)));
  return (
    <>
      <ChartFrame
        question={say(["各类单据的准确率", "Accuracy by document type"])}
        answer={types.map((row) => `${doc(row.docType)} ${figure(row.accuracy, "%")}`).join(say(["，", ", "]))}
        choose={(index) => {
          const type = types[index]?.docType;
          if (type) shown.choose({ label: doc(type), mark: index, keep: (row) => row.docType === type });
        }}
        drawing={{
          shape: "bars",
          ...(shown.chosen?.mark === undefined ? {} : { pressed: shown.chosen.mark }),
          labels: types.map((row) => doc(row.docType)),
          series: [
            {
              label: say(["准确率", "Accuracy"]),
              tone: "dark",
              labelled: true,
              percent: true,
              values: types.map((row) => Number(row.accuracy ?? 0)),
            },
          ],
        }}
      />
      <ChartFrame
        question={say(["差错是什么", "Faults by kind"])}
        answer={causes.map((row) => `${say(words[row.cause])} ${figure(row.count)}`).join(say(["，", ", "]))}
        note={say(["点一项看单据", "click a segment for its documents"])}
        none={say(["没有差错。", "No faults."])}
        choose={(index) => {
          const cause = causes[index]?.cause;
          if (cause) shown.choose({ label: say(words[cause]), keep: (row) => row[cause] > 0 });
        }}
        drawing={{
          shape: "columns",
          whole: true,
          labels: causes.map((row) => say(words[row.cause])),
          series: [
            { label: say(["张", "Documents"]), tone: "warm", labelled: true, values: causes.map((row) => Number(row.count)) },
            { label: say(["累计", "Cumulative"]), tone: "dark", line: true, axis: "right", values: cumulative },
          ],
        }}
      />
    </>
  );
}

/** How many documents went through without a fault. */
export default function DocumentAccuracyPage() {
  const say = useText();
  const doc = useWords("SPEND_DOC");
  return (
    <SpendFrame
      report="accuracy"
      sentence={({ reply: { figures } }) => (
        <>
          {say([
            `${figure(figures.total)} 张单据中 ${figure(figures.clean)} 张无差错，准确率 `,
            `${figure(figures.clean)} of ${figure(figures.total)} documents without faults: `,
          ])}
          <b>{figure(figures.accuracy, figures.accuracy === null ? "" : "%")}</b>
          {say(["。", "."])}
        </>
      )}
      charts={(shown) => <Charts shown={shown} />}
      opens={() => null}
      picks={(row) => ({
        label: `${doc(row.docType)} · ${String(row.name ?? "–")}`,
        keep: (accurate) => accurate.docType === row.docType && accurate.person === row.person,
      })}
      after={(shown) => <Faulty shown={shown} />}
    />
  );
}
