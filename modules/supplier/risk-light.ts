import { isInForce, type ControlRow, type Supplier } from "./standing.ts";
import { riskOf } from "./warning.ts";

/** When the last restriction ends the light is again what the open warnings say. */
export const relitBy = (
  doc: Pick<Supplier, "riskLight">,
  after: readonly Pick<ControlRow, "controlStatus" | "startDate" | "endDate">[],
  open: Parameters<typeof riskOf>[0],
  today: string,
): { riskLight?: string } =>
  doc.riskLight === "RED"
    ? {
        riskLight: riskOf(
          open,
          after.some((controlRow) => isInForce(controlRow, today)),
        ),
      }
    : {};
