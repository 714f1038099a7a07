import { textOf } from "#kernel/page-format.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { Scanner, type Heard } from "./Scanner.tsx";

/** What a counted box answers: how many of its note are here, and what was counted before. */
export interface Counted {
  readonly scannedBoxes: number;
  readonly totalBoxes: number;
  readonly already: readonly string[];
}

interface Props {
  readonly receiveId: string | null;
  readonly noteId: string | null;
  counted(): void;
}

/** Counts boxes and pallets onto a receipt. */
export function ScanBox({ receiveId, noteId, counted }: Props) {
  const say = useText();
  const work = async (barcode: string, requestId: string): Promise<Heard> => {
    const { data } = await call<Counted>("srmServer/v1/srmPurReceiveRestful/doScan", { receiveId, noteId, barcode, requestId });
    const already = data.already.join(" ");
    const boxes = `${textOf(data.scannedBoxes)}/${textOf(data.totalBoxes)}`;
    counted();
    return { ok: already === "", text: `${barcode} · ${say(["已扫", "scanned"])} ${boxes} ${already}` };
  };
  return <Scanner hint={say(["扫描箱码或托盘码", "Scan a box or a pallet"])} work={work} />;
}
