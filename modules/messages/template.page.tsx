import type { Form } from "#kernel/seen.ts";
import type { EditSlots, ListSlots } from "#kernel/web/page/slots.ts";
import { useStore } from "zustand";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { msgTemplate } from "./config.entity.ts";
import { ChannelMark } from "./parts/channels.tsx";
import { LinkTest } from "./parts/LinkTest.tsx";
import { ListOrEdit } from "./parts/ListOrEdit.tsx";
import { TemplateStudio } from "./parts/TemplateStudio.tsx";
import { TemplateVersions } from "./parts/TemplateVersions.tsx";
import { useEvent, Variables } from "./parts/variables.tsx";

export const page = { route: "msgTempleCfg", title: ["消息模板", "Message templates"] };

const shown = {
  ...msgTemplate,
  pages: {
    list: "msgTempleCfg",
    edit: "msgTempleCfg",
    sections: [
      [
        "模板",
        "Template",
        [
          "templateCode",
          "channel",
          "eventId",
          "version",
          "linkRoute",
          "smsSignName",
          "smsProviderTemplateId",
          "attachmentsRule",
          "publishedAt",
        ],
      ],
    ],
  },
  shownWhen: {
    smsSignName: (doc: Form<typeof msgTemplate>) => doc.channel === "SMS",
    smsProviderTemplateId: (doc: Form<typeof msgTemplate>) => doc.channel === "SMS",
    attachmentsRule: (doc: Form<typeof msgTemplate>) => doc.channel === "EMAIL",
  },
} as unknown as typeof msgTemplate;

const list: ListSlots<typeof msgTemplate> = { cells: { channel: { render: (row) => <ChannelMark channel={String(row.channel)} /> } } };

function VariablePanel({ model }: { readonly model: EditModel<typeof msgTemplate> }) {
  const eventId = useStore(model.state, (state) => state.doc.eventId);
  return <Variables load={useEvent(eventId)} />;
}

function VersionPanel({ model }: { readonly model: EditModel<typeof msgTemplate> }) {
  return <TemplateVersions doc={useStore(model.state, (state) => state.doc)} />;
}

function LinkPanel({ model }: { readonly model: EditModel<typeof msgTemplate> }) {
  const route = useStore(model.state, (state) => state.doc.linkRoute);
  return <LinkTest route={typeof route === "string" ? route : ""} />;
}

const edit: EditSlots<typeof msgTemplate> = {
  beforeLines: (model) => <TemplateStudio model={model} />,
  sidePanel: [
    { key: "variables", label: ["变量", "Variables"], render: (model) => <VariablePanel model={model} /> },
    { key: "link", label: ["链接", "Link"], render: (model) => <LinkPanel model={model} /> },
    { key: "versions", label: ["版本", "Versions"], render: (model) => <VersionPanel model={model} /> },
  ],
};

/** How messages read on each channel: source and result in both languages, what may be named in them, and how versions differ. */
export default function TemplatesPage() {
  return <ListOrEdit entity={shown} list={list} edit={edit} />;
}
