import { textOf } from "#kernel/page-format.ts";
import type { Language } from "#kernel/text.ts";
import { useLanguage } from "#kernel/web/language.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { findRecords, loadEntity } from "#kernel/web/page/records.ts";
import { useEffect, useState } from "react";
import { placeWords } from "../place-words.ts";
import { scheduledIn, type Order } from "./useOrder.tsx";

/** Addresses as a paper shows them. */
export interface Places {
  /** where the goods go, each place once; several where lines go to several */
  readonly shipTo: readonly string[];
  readonly supplier: string;
}

const nowhere: Places = { shipTo: [], supplier: "" };

/** The places the goods of an order go to: those of its rows, else the order's own. */
export function shipToOf(doc: Order): readonly string[] {
  const ofRows = scheduledIn(doc).map(({ row }) => textOf(row.deliveryInfoId));
  const [terms] = doc.expand ?? [];
  return [...new Set([...ofRows, ...(ofRows.every((id) => id === "") ? [textOf(terms?.shipToDefaultId)] : [])])].filter(Boolean);
}

/** A place the reader may not open is left out of the paper, never a reason not to print. */
async function shipTo(doc: Order, language: Language): Promise<readonly string[]> {
  const ids = shipToOf(doc);
  if (ids.length === 0) return [];
  const info = await loadEntity("SrmBaseDeliveryInfo");
  const { rows } = await findRecords("SrmBaseDeliveryInfo", { ids, pageRows: ids.length });
  // whoever may only choose places knows their names; whoever may read them their addresses
  return Promise.all(
    rows.map(async (row) => placeWords(info, info ? await entityCall.find(info, row.id).catch(() => row) : row, language)),
  );
}

async function supplierAddress(doc: Order): Promise<string> {
  const site = await loadEntity("SrmSupSite");
  const id = textOf(doc.supplierSiteId);
  return site && id ? textOf((await entityCall.find(site, id))["locationName"]) : "";
}

export function usePlaces(doc: Order): Places {
  const [places, setPlaces] = useState(nowhere);
  const language = useLanguage((state) => state.language);
  useEffect(() => {
    let gone = false;
    void Promise.all([shipTo(doc, language).catch(() => []), supplierAddress(doc).catch(() => "")]).then(
      ([to, supplier]) => gone || setPlaces({ shipTo: to, supplier }),
    );
    return () => void (gone = true);
  }, [doc, language]);
  return places;
}
