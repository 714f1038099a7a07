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
          "CCT-010",
          `水印存在未定义字段：${unknown.join("、")}`,
          `The watermark has undefined fields: ${unknown.join(", ")}`,
        ),
      doc.audience === "INSIDE" &&
        Boolean(doc.supplierId) &&
        fault("supplierId", "CCT-012", "内部水印不按供应商设置", "A watermark for our people names no supplier"),
    ];
  },
});

const switched = (action: "doEnable" | "doInvalid", enabledFlag: "Y" | "N") =>
  rule(watermark, action, {
    decide: (doc) => [
      doc.enabledFlag === enabledFlag && refuse("CCT-109", "水印状态未变化", "The watermark is so already"),
      set(doc, { enabledFlag }),
    ],
  });

export const watermarkRules = [save, switched("doEnable", "Y"), switched("doInvalid", "N")];
