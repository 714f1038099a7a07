import { BarChart, LineChart, PieChart } from "echarts/charts";
import { GridComponent, LegendComponent, TooltipComponent } from "echarts/components";
import { init, use as bring, type EChartsCoreOption, type EChartsType } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { useEffect, useRef } from "react";
import { useTheme } from "../theme/theme-mode.ts";
import type { Drawing, Tone } from "./drawing.ts";

bring([BarChart, LineChart, PieChart, GridComponent, LegendComponent, TooltipComponent, SVGRenderer]);

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const tones: Readonly<Record<Tone, string>> = {
  dark: "--c-primary",
  pale: "--c-bar-pale",
  good: "--c-success",
  warm: "--c-warning",
  bad: "--c-error",
  grey: "--c-icon-off",
  faint: "--c-line-2",
  blue: "--c-role-4",
  none: "",
};
const figure = (value: unknown): string => Number(value).toLocaleString("en-US", { maximumFractionDigits: 2 });
const colour = (tone: Tone): string => (tone === "none" ? "transparent" : token(tones[tone]));

function option(drawing: Drawing): EChartsCoreOption {
  const [ink, soft, line] = [token("--c-text"), token("--c-text-2"), token("--c-line")];
  const font = token("--font");
  const label = { color: soft, fontSize: 11, fontFamily: font };
  const tooltip = {
    trigger: drawing.shape === "donut" ? "item" : "axis",
    axisPointer: { type: "shadow" },
    confine: true,
    backgroundColor: token("--c-white"),
    borderColor: line,
    textStyle: { color: ink, fontSize: 12, fontFamily: font },
  };
  const shared = { animation: false, textStyle: { fontFamily: font, color: soft }, aria: { enabled: false }, tooltip };
  const legend =
    drawing.series.length > 1 && drawing.shape !== "donut"
      ? {
          legend: {
            data: drawing.series.filter((one) => one.tone !== "none").map((one) => one.label),
            top: 0,
            left: 0,
            itemWidth: 12,
            itemHeight: 8,
            textStyle: label,
          },
        }
      : {};
  if (drawing.shape === "donut") {
    const [one] = drawing.series;
    return {
      ...shared,
      legend: { orient: "vertical", left: "58%", top: "middle", itemWidth: 10, itemHeight: 10, textStyle: label },
      series: [
        {
          type: "pie",
          radius: ["52%", "78%"],
          center: ["30%", "50%"],
          label: { show: false },
          itemStyle: { borderColor: token("--c-white"), borderWidth: 1 },
          data: drawing.labels.map((name, i) => ({
            name,
            value: one?.values[i] ?? 0,
            itemStyle: { color: colour(drawing.tones?.[i] ?? "pale") },
          })),
        },
      ],
    };
  }
  const names = {
    type: "category",
    data: [...drawing.labels],
    axisLine: { lineStyle: { color: line } },
    axisTick: { show: false },
    axisLabel: { ...label, hideOverlap: true },
  };
  const figures = (right: boolean) => ({
    type: "value",
    minInterval: drawing.whole ? 1 : 0,
    splitLine: { show: !right, lineStyle: { color: line } },
    axisLabel: { ...label, formatter: (value: number) => figure(value) + (right ? "%" : "") },
  });
  // A share is part of a hundred; a growth may be more, or less than nothing.
  const whole = { min: (at: { min: number }) => Math.min(0, at.min), max: (at: { max: number }) => Math.max(100, at.max) };
  const hasRight = drawing.series.some((one) => one.axis === "right");
  const lying = drawing.shape === "bars";
  const values = hasRight ? [figures(false), { ...figures(true), ...whole }] : figures(false);
  return {
    ...shared,
    ...legend,
    grid: { left: 4, right: hasRight ? 8 : lying ? 40 : 8, top: drawing.series.length > 1 ? 30 : 12, bottom: 4, containLabel: true },
    ...(lying ? { xAxis: values, yAxis: { ...names, inverse: true } } : { xAxis: names, yAxis: values }),
    series: drawing.series.map((one) => ({
      type: one.line ? "line" : "bar",
      name: one.label,
      ...(one.stack ? { stack: one.stack } : {}),
      ...(one.axis === "right" ? { yAxisIndex: 1 } : {}),
      barMaxWidth: 18,
      symbolSize: 5,
      connectNulls: one.joined === true,
      lineStyle: { width: 2 },
      itemStyle: { color: colour(one.tone), borderRadius: one.stack ? 0 : 2 },
      ...(one.tone === "none" ? { tooltip: { show: false }, silent: true } : {}),
      label: {
        show: one.labelled === true,
        position: lying ? "right" : "top",
        formatter: ({ value }: { readonly value: unknown }) => figure(value) + (one.percent ? "%" : ""),
        ...{ color: ink, fontSize: 11, fontFamily: font },
      },
      data: one.values.map((value, i) => (one.tones?.[i] ? { value, itemStyle: { color: colour(one.tones[i]!) } } : value)),
    })),
  };
}

interface Props {
  readonly drawing: Drawing;
  readonly answer: string;
  readonly height: number;
  choose?(index: number, series: number): void;
}

/** Draws what a question comes to. The only place that knows the chart library; the table beside it says the same in words. */
export default function Chart({ drawing, answer, height, choose }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const mode = useTheme((state) => state.mode);
  const chosen = useRef(choose);
  chosen.current = choose;
  useEffect(() => {
    const made = init(box.current!, null, { renderer: "svg" });
    chart.current = made;
    made.on("click", (event) => chosen.current?.(event.dataIndex, event.seriesIndex ?? 0));
    const watch = new ResizeObserver(() => made.resize());
    watch.observe(box.current!);
    return () => (watch.disconnect(), made.dispose(), void (chart.current = null));
  }, []);
  useEffect(() => chart.current?.setOption(option(drawing), true), [drawing, mode]);
  return <div ref={box} role="img" aria-label={answer} style={{ height, width: "100%" }} />;
}
