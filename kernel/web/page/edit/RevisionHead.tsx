import { FilePen } from "lucide-react";
import { useStore } from "zustand";
import type { Entity } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import { differences } from "../../../revision-diff.ts";
import { revisesOf, type Revises } from "../../../revision.ts";
import { useText } from "../../language.ts";
import { Differences } from "../document/Differences.tsx";
import { useLoad } from "../document/useLoad.ts";
import { entityCall } from "../entityCall.ts";
import { PageLink } from "../PageLink.tsx";
import { hrefOf } from "../records.ts";
import type { EditModel } from "./editModel.ts";

/** Over a document with revisions: whether it is a draft or has one, and what the draft changes. */
export function RevisionHead({ model }: { readonly model: EditModel }) {
  const revises = revisesOf(model.entity);
  const base = useStore(model.state, (state) => state.base);
  if (!revises || !base) return null;
  const liveId = String(base[revises.live] ?? "");
  const isOpen = revises.open.includes(String(base[model.entity.stateField]));
  return (
    <>
      <Banner entity={model.entity} base={base} revises={revises} isOpen={isOpen} />
      {liveId && isOpen ? <WhatChanges model={model} liveId={liveId} /> : null}
    </>
  );
}

interface BannerProps {
  readonly entity: Entity;
  readonly base: Row;
  readonly revises: Revises;
  readonly isOpen: boolean;
}

/** What a reader must know before working on a document that is being changed, and the way to the other one. */
function Banner({ entity, base, revises, isOpen }: BannerProps) {
  const say = useText();
  const [liveId, draftId] = [String(base[revises.live] ?? ""), String((revises.draft && base[revises.draft]) || "")];
  if (!liveId && !draftId) return null;
  const href = hrefOf({ target: entity.name }, liveId || draftId);
  const link = liveId ? say(["看现行版本", "Active version"]) : say(["打开变更稿", "Open the draft"]);
  return (
    <p className="pg-revision">
      <FilePen size={15} aria-hidden />
      {!liveId
        ? say(["正在变更，现行版照常执行。", "A change is in progress. The active version stays in force."])
        : isOpen
          ? say([
              "这是变更稿，批准后才生效；现行版照常执行。",
              "Draft revision: effective once approved. The active version stays in force until then.",
            ])
          : say(["这是已处理的变更稿。", "This revision has been processed."])}{" "}
      {href ? <PageLink href={href}>{link}</PageLink> : null}
    </p>
  );
}

function WhatChanges({ model, liveId }: { readonly model: EditModel; readonly liveId: string }) {
  const say = useText();
  const doc = useStore(model.state, (state) => state.doc);
  const load = useLoad(liveId, () => entityCall.find(model.entity, liveId));
  if (!load.data) return null;
  const found = differences(model.entity, load.data, doc);
  return (
    <section className="pg-section" data-section="revision" aria-label={say(["变更对照", "What changes"])}>
      <h3 className="pg-h3">
        {say(["变更对照", "What changes"])} <span className="pg-count">{found.length}</span>
      </h3>
      {found.length === 0 ? (
        <p className="pg-faint">{say(["还没有改动。", "No changes yet."])}</p>
      ) : (
        <Differences entity={model.entity} rows={found} />
      )}
    </section>
  );
}
