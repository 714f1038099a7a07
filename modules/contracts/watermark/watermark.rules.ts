import { refuse } from "#kernel/refusal.ts";
import { rule, set } from "#kernel/rule.ts";
import { fault } from "../common.ts";
import { isTraceable, unknownIn } from "./choose.ts";
import { watermark } from "./watermark.entity.ts";

const save = rule(watermark, "saveOrUpdate", {
  decide: (doc) => {
    const unknown = unknownIn(doc.textPattern ?? "");
    return [
      doc.audience === "SUPP" &&
        !isTraceable(doc.textPattern ?? "") &&
        fault("textPattern", "CCT-012", "供应商水印必须包含供应商与时间", "Supplier watermark must contain supplier and time"),
      unknown.length > 0 &&
        fault(
          "textPattern",
          "CCT-135",
          `水印存在未定义字段：${unknown.join("、")}`,
          `The watermark has undefined fields: ${unknown.join(", ")}`,
        ),
      doc.audience === "INSIDE" &&
        Boolean(doc.supplierId) &&
        fault("supplierId", "CCT-134", "内部水印不按供应商设置，请清空供应商", "A watermark for our people names no supplier; clear it"),
    ];
  },
});

const switched = (action: "doEnable" | "doInvalid", enabledFlag: "Y" | "N") =>
  rule(watermark, action, {
    decide: (doc) => [
      doc.enabledFlag === enabledFlag &&
        refuse(
          "CCT-133",
          enabledFlag === "Y" ? "水印已启用，无需再次启用" : "水印已停用，无需再次停用",
          enabledFlag === "Y" ? "The watermark is enabled already" : "The watermark is disabled already",
        ),
      set(doc, { enabledFlag }),
    ],
  });

export const watermarkRules = [save, switched("doEnable", "Y"), switched("doInvalid", "N")];
