import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditSlots, ListSlots } from "#kernel/web/page/slots.ts";
import { useText } from "#kernel/web/language.ts";
import { useStore } from "zustand";
import { msgCfg } from "./config.entity.ts";
import { ChannelList } from "./parts/channels.tsx";
import { CancelledEvents, Condition, Fallbacks, TemplateCodes } from "./parts/configFields.tsx";
import { ConfigPreviews } from "./parts/ConfigPreviews.tsx";
import { KindMark } from "./parts/kinds.tsx";
import { ListOrEdit } from "./parts/ListOrEdit.tsx";
import { useEvent, Variables } from "./parts/variables.tsx";
import { WhoGets } from "./parts/WhoGets.tsx";

export const page = { route: "msgCfg", title: ["消息配置", "Message configuration"] };

const shown = { ...msgCfg, pages: { ...msgCfg.pages, edit: "msgCfg" } } as typeof msgCfg;

const list: ListSlots<typeof msgCfg> = {
  cells: {
    msgCfgCode: { width: 190 },
    mandatoryFlag: { width: 64, showIcon: { value: "YN", falseShow: false } },
    msgKind: { width: 108, render: (row) => <KindMark kind={row.msgKind} /> },
    channels: { width: 110, render: (row) => <ChannelList value={row.channels} /> },
  },
  rowTone: (row) => (row.enabledFlag === "N" ? "muted" : null),
};

function Payload({ model }: { readonly model: EditModel<typeof msgCfg> }) {
  return <Variables load={useEvent(useStore(model.state, (state) => state.doc.eventId))} />;
}

function Receivers({ model }: { readonly model: EditModel<typeof msgCfg> }) {
  const { base, doc } = useStore(model.state);
  const event = useEvent(doc.eventId).data;
  const entity = event?.bizEntity;
  return (
    <WhoGets
      cfgId={base ? String(base.id) : null}
      bizEntity={typeof entity === "string" && entity !== "" ? entity : null}
      mayTest={model.viewer.may("btnTest")}
    />
  );
}

/** A configuration kept by a business rule is read here and changed there. */
function KeptElsewhere({ model }: { readonly model: EditModel<typeof msgCfg> }) {
  const say = useText();
  const source = useStore(model.state, (state) => state.base?.source);
  return source === "NOTICE_CONFIG" ? (
    <p className="pg-note">{say(["由业务规则维护，请在通知配置中修改。", "Managed by its notice rule; change it there."])}</p>
  ) : null;
}

const edit: EditSlots<typeof msgCfg> = {
  head: (model) => <KeptElsewhere model={model} />,
  beforeLines: (model) => <ConfigPreviews model={model} />,
  fields: {
    templateCodes: (model) => <TemplateCodes model={model} />,
    fallbackChannels: (model) => <Fallbacks model={model} />,
    cancelsEvents: (model) => <CancelledEvents model={model} />,
    conditionText: (model) => <Condition model={model} />,
  },
  sidePanel: [
    { key: "who", label: ["谁会收到", "Recipients"], render: (model) => <Receivers model={model} /> },
    { key: "payload", label: ["事件内容", "Event"], render: (model) => <Payload model={model} /> },
  ],
};

/** What becomes of an event: when, to whom, over which channels, and how it will look there. */
export default function ConfigPage() {
  return <ListOrEdit entity={shown} list={list} edit={edit} />;
}
