import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { TrackPanel } from "#modules/supplier/web.tsx";
import { useStore } from "zustand";
import type { qualified } from "./qualified.entity.ts";

function Head({ model }: { readonly model: EditModel<typeof qualified> }) {
  const trackId = useStore(model.state, (state) => state.doc.trackId);
  return trackId ? <TrackPanel trackId={trackId} /> : null;
}

const filled = ["siteCode", "siteName", "siteNameEn", "locationId", "siteUse", "currency", "taxRate", "termId"];

/** An application with everything the introduction has passed; a site that exists brings its own terms. */
export const slots: EditSlots<typeof qualified> = {
  head: (model) => <Head model={model} />,
  lineRules: { sites: () => ({ editable: (row, key) => !(row.siteId && filled.includes(key)) }) },
};
