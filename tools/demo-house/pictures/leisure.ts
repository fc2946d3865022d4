import {
  BRASS,
  type Drawing,
  disc,
  INK,
  line,
  oval,
  PAPER,
  rect,
  repeat,
  ring,
  SILVER,
  STEEL,
  shape,
  TAN,
  turned,
  WOOD,
} from './canvas.ts'

export const LEISURE_DRAWINGS: Readonly<Record<string, Drawing>> = {
  guitar: (p) =>
    turned(
      38,
      200,
      160,
      rect(190, 22, 20, 140, WOOD, 3) +
        shape('M182 2 H218 L214 30 H186 Z', INK) +
        [40, 60, 80, 100, 120].map((y) => rect(190, y, 20, 2, SILVER)).join('') +
        shape(
          'M160 148 Q142 120 170 128 Q184 146 200 146 Q216 146 232 126 Q256 122 238 156 Q230 172 242 190 Q262 232 232 258 Q200 276 168 258 Q138 232 158 190 Q170 172 160 148 Z',
          p.main,
        ) +
        shape('M178 158 Q200 170 224 156 Q218 176 228 200 Q222 226 200 222 Q186 196 178 158 Z', PAPER) +
        rect(184, 176, 32, 9, INK, 3) +
        rect(184, 200, 32, 9, INK, 3) +
        rect(182, 228, 36, 10, SILVER, 2) +
        line('M195 10 V232 M200 10 V232 M205 10 V232', SILVER, 1) +
        disc(236, 226, 5, BRASS),
    ),
  violin: (p) =>
    turned(
      -32,
      200,
      160,
      rect(194, 30, 12, 112, INK, 3) +
        disc(200, 28, 10, WOOD) +
        shape(
          'M164 132 Q166 108 200 108 Q234 108 236 132 Q238 152 222 160 Q216 172 224 184 Q246 194 244 224 Q242 256 200 256 Q158 256 156 224 Q154 194 176 184 Q184 172 178 160 Q162 152 164 132 Z',
          p.main,
        ) +
        shape('M194 100 H206 L209 200 H191 Z', INK) +
        rect(186, 196, 28, 6, TAN) +
        shape('M192 206 H208 L204 248 H196 Z', INK) +
        line('M178 176 Q172 190 180 206 M222 176 Q228 190 220 206', INK, 4) +
        line('M197 40 V204 M203 40 V204', SILVER, 1),
    ) +
    line('M300 74 L226 258', WOOD, 4) +
    line('M306 78 L236 256', PAPER, 2),
  vinyl: (p) =>
    rect(76, 76, 168, 168, p.main, 3) +
    disc(160, 160, 58, p.light) +
    shape('M160 102 A58 58 0 0 1 160 218 Z', p.accent) +
    disc(160, 160, 20, p.dark) +
    `<g clip-path="inset(0 0 0 0)">${disc(262, 160, 78, INK)}${[66, 56, 46, 36].map((radius) => ring(262, 160, radius, '#464c57', 1.5)).join('')}${disc(262, 160, 26, p.accent)}${disc(262, 160, 4, PAPER)}</g>` +
    shape('M76 76 H184 Q170 160 184 244 H76 Z', p.main) +
    rect(92, 96, 60, 8, PAPER, 2) +
    rect(92, 112, 40, 6, p.light, 2) +
    disc(130, 190, 26, p.light),
  bicycle: (p) =>
    repeat(
      [
        [124, 196],
        [280, 196],
      ],
      ring(0, 0, 50, INK, 7) +
        [0, 30, 60, 90, 120, 150].map((turn) => turned(turn, 0, 0, line('M-47 0 H47', SILVER, 1))).join('') +
        disc(0, 0, 6, STEEL),
    ) +
    line('M124 196 L170 118 H256 L196 196 H124 M170 118 L196 196 M280 196 L250 98', p.main, 8) +
    line('M250 98 H226 M250 98 Q270 92 272 108', INK, 7) +
    line('M170 118 L164 100', STEEL, 6) +
    shape('M142 94 H188 L180 104 H150 Z', INK) +
    disc(196, 196, 13, STEEL) +
    line('M196 196 L208 218 M200 220 H218', INK, 5),
  skis: (p) =>
    turned(
      12,
      170,
      150,
      shape('M150 40 Q164 24 178 40 V238 Q164 250 150 238 Z', p.main) +
        rect(154, 122, 20, 44, INK, 4) +
        rect(150, 186, 28, 12, p.accent) +
        rect(150, 64, 28, 26, p.light),
    ) +
    turned(
      -12,
      230,
      150,
      shape('M222 40 Q236 24 250 40 V238 Q236 250 222 238 Z', p.main) +
        rect(226, 122, 20, 44, INK, 4) +
        rect(222, 186, 28, 12, p.accent) +
        rect(222, 64, 28, 26, p.light),
    ) +
    line('M96 66 L122 250 M304 66 L278 250', STEEL, 4) +
    oval(119, 232, 13, 5, INK) +
    oval(281, 232, 13, 5, INK) +
    line('M94 52 L98 80 M306 52 L302 80', INK, 9),
  motorcycle: (p) =>
    repeat(
      [
        [118, 200],
        [292, 200],
      ],
      ring(0, 0, 42, INK, 13) + ring(0, 0, 30, STEEL, 3) + disc(0, 0, 9, STEEL),
    ) +
    line('M292 200 L254 104 M118 200 L180 160', STEEL, 9) +
    line('M254 104 L232 94', INK, 8) +
    shape('M172 140 Q190 106 240 116 L246 142 Q220 158 182 154 Z', p.main) +
    shape('M98 132 Q130 122 178 138 V152 H116 Q98 148 98 132 Z', INK) +
    shape('M166 154 H234 L228 208 H176 Z', STEEL) +
    line('M176 168 H226 M178 180 H224 M180 192 H222', INK, 3) +
    line('M176 206 H96', SILVER, 9) +
    disc(266, 122, 15, SILVER) +
    disc(270, 122, 9, '#f6e3a8') +
    line('M196 126 Q212 118 226 122', p.light, 5) +
    shape('M264 164 Q292 146 322 160 L318 168 Q292 156 268 172 Z', p.dark),
  car: (p) =>
    shape(
      'M64 198 Q60 160 96 156 Q118 154 130 148 Q156 98 212 96 Q264 96 286 148 Q330 154 336 182 Q338 206 322 208 H78 Q66 208 64 198 Z',
      p.main,
    ) +
    shape('M146 148 Q164 110 206 108 V148 Z', '#dfe9ec') +
    shape('M216 108 Q252 110 268 148 H216 Z', '#dfe9ec') +
    line('M211 108 V200', p.dark, 3) +
    line('M226 164 H242', SILVER, 4) +
    rect(56, 196, 34, 10, SILVER, 5) +
    rect(312, 196, 32, 10, SILVER, 5) +
    disc(82, 176, 10, '#f6e3a8') +
    rect(320, 170, 12, 14, p.accent, 3) +
    repeat(
      [
        [124, 206],
        [272, 206],
      ],
      disc(0, 0, 36, p.dark) + disc(0, 0, 30, INK) + disc(0, 0, 15, SILVER) + disc(0, 0, 6, STEEL),
    ) +
    line('M96 166 Q118 160 134 158', p.light, 4),
  wheels: (p) =>
    repeat(
      [
        [148, 160],
        [258, 168],
      ],
      disc(0, 0, 78, INK) +
        ring(0, 0, 70, '#454b56', 3) +
        disc(0, 0, 52, SILVER) +
        disc(0, 0, 46, STEEL) +
        [0, 72, 144, 216, 288].map((turn) => turned(turn, 0, 0, shape('M-9 -8 L-5 -46 H5 L9 -8 Z', SILVER))).join('') +
        disc(0, 0, 15, SILVER) +
        disc(0, 0, 8, p.accent),
    ),
  'model-train': (p) =>
    rect(68, 236, 264, 6, STEEL) +
    Array.from({ length: 10 }, (_, tie) => rect(78 + tie * 26, 242, 14, 8, WOOD)).join('') +
    rect(88, 128, 62, 82, p.main, 4) +
    rect(80, 118, 78, 14, INK, 4) +
    rect(98, 142, 40, 30, '#dfe9ec', 3) +
    rect(146, 146, 148, 64, p.dark, 18) +
    rect(250, 104, 22, 46, INK, 3) +
    rect(244, 98, 34, 10, INK, 3) +
    shape('M180 146 Q180 126 196 126 Q212 126 212 146 Z', BRASS) +
    rect(160, 146, 7, 64, p.accent) +
    rect(226, 146, 7, 64, p.accent) +
    disc(298, 172, 10, '#f6e3a8') +
    rect(76, 206, 246, 10, p.accent) +
    shape('M304 214 L334 236 H296 Z', INK) +
    repeat(
      [
        [116, 222],
        [174, 222],
        [226, 222],
        [276, 226],
      ],
      disc(0, 0, 18, INK) + disc(0, 0, 10, p.main) + disc(0, 0, 4, SILVER),
    ) +
    line('M116 226 H226', SILVER, 5) +
    disc(262, 78, 11, '#ffffffb0') +
    disc(242, 62, 15, '#ffffff90'),
  bricks: (p) => {
    const brick = (x: number, y: number, studs: number, fill: string, side: string) =>
      rect(x, y, studs * 30, 36, fill, 3) +
      rect(x, y + 29, studs * 30, 7, side, 3) +
      Array.from({ length: studs }, (_, stud) => rect(x + stud * 30 + 6, y - 8, 18, 9, fill, 2)).join('')
    return (
      brick(96, 212, 4, p.main, p.dark) +
      brick(220, 212, 3, p.accent, p.dark) +
      brick(126, 168, 3, p.light, p.main) +
      brick(220, 168, 2, BRASS, '#9c7a30') +
      brick(156, 124, 3, p.accent, p.dark) +
      brick(186, 80, 2, p.main, p.dark)
    )
  },
  teddy: (p) =>
    disc(152, 84, 24, WOOD) +
    disc(248, 84, 24, WOOD) +
    disc(152, 84, 13, TAN) +
    disc(248, 84, 13, TAN) +
    oval(200, 204, 62, 50, WOOD) +
    oval(126, 180, 22, 36, WOOD) +
    oval(274, 180, 22, 36, WOOD) +
    oval(148, 236, 32, 22, WOOD) +
    oval(252, 236, 32, 22, WOOD) +
    oval(148, 238, 17, 12, TAN) +
    oval(252, 238, 17, 12, TAN) +
    disc(200, 118, 58, WOOD) +
    oval(200, 138, 28, 22, TAN) +
    disc(178, 108, 6, INK) +
    disc(222, 108, 6, INK) +
    oval(200, 130, 9, 6, INK) +
    line('M200 136 V144 M190 150 Q200 156 210 150', INK, 3) +
    shape('M200 178 L172 164 V192 Z M200 178 L228 164 V192 Z', p.accent) +
    disc(200, 178, 7, p.main),
  wristwatch: (p) =>
    rect(168, 44, 64, 214, p.dark, 14) +
    line('M178 52 V250 M222 52 V250', p.light, 2) +
    disc(200, 150, 66, STEEL) +
    disc(200, 150, 58, SILVER) +
    disc(200, 150, 51, PAPER) +
    rect(264, 142, 14, 16, STEEL, 3) +
    [0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330]
      .map((turn) => turned(turn, 200, 150, rect(198, 103, 4, turn % 90 === 0 ? 13 : 8, INK)))
      .join('') +
    line('M200 150 L178 132', INK, 6) +
    line('M200 150 L228 126', INK, 4) +
    line('M200 162 V116', p.accent, 2) +
    disc(200, 150, 5, p.accent) +
    rect(220, 145, 14, 10, SILVER, 1),
  'pocket-watch': (p) =>
    line('M200 84 Q216 48 258 54 Q320 62 332 40', BRASS, 5) +
    ring(200, 82, 13, BRASS, 5) +
    rect(192, 88, 16, 16, BRASS, 3) +
    disc(200, 172, 74, BRASS) +
    disc(200, 172, 66, '#9c7a30') +
    disc(200, 172, 62, PAPER) +
    [0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330]
      .map((turn) => turned(turn, 200, 172, rect(197, 116, 6, 12, INK)))
      .join('') +
    disc(200, 204, 15, '#e6dfcd') +
    line('M200 204 V194', INK, 2) +
    line('M200 172 L180 146', p.main, 6) +
    line('M200 172 L232 150', p.main, 4) +
    disc(200, 172, 5, p.accent),
  ring: (p) =>
    ring(200, 184, 58, BRASS, 14) +
    ring(200, 184, 62, '#e6c877', 4) +
    shape('M168 96 H232 L248 116 L200 156 L152 116 Z', p.light) +
    shape('M168 96 L184 116 L200 96 L216 116 L232 96', p.main) +
    shape('M152 116 H248 L200 156 Z', p.main) +
    shape('M184 116 H216 L200 156 Z', PAPER) +
    line('M172 128 L178 140 M228 128 L222 140', BRASS, 7) +
    line('M272 70 V90 M262 80 H282 M128 64 V78 M121 71 H135', PAPER, 3),
  coin: (p) =>
    disc(238, 176, 66, STEEL) +
    disc(238, 176, 58, SILVER) +
    ring(238, 176, 48, STEEL, 2) +
    rect(226, 152, 24, 48, STEEL, 4) +
    disc(162, 154, 74, BRASS) +
    disc(162, 154, 66, '#dcbb68') +
    ring(162, 154, 55, BRASS, 2) +
    shape('M150 194 Q144 176 152 166 Q140 146 158 128 Q182 116 190 138 L196 152 L188 156 Q190 172 176 174 L178 194 Z', BRASS) +
    shape('M148 140 Q160 120 188 130 L184 138 Q164 132 152 150 Z', p.main),
  stamps: (p) => {
    const stamp = (fill: string, motif: string) =>
      rect(-42, -52, 84, 104, PAPER, 2) +
      Array.from(
        { length: 7 },
        (_, hole) => disc(-42, -45 + hole * 15, 4, p.back[1]) + disc(42, -45 + hole * 15, 4, p.back[1]),
      ).join('') +
      Array.from(
        { length: 6 },
        (_, hole) => disc(-36 + hole * 14.5, -52, 4, p.back[1]) + disc(-36 + hole * 14.5, 52, 4, p.back[1]),
      ).join('') +
      rect(-32, -42, 64, 84, fill) +
      motif
    return (
      turned(
        -12,
        140,
        160,
        repeat([[140, 164]], stamp(p.main, shape('M-26 32 L-6 -6 L6 12 L14 2 L28 32 Z', p.light) + disc(16, -22, 9, BRASS))),
      ) +
      turned(
        9,
        252,
        150,
        repeat([[252, 152]], stamp(p.accent, disc(0, -10, 17, PAPER) + shape('M-24 34 Q0 -2 24 34 Z', PAPER))),
      ) +
      turned(-4, 200, 190, repeat([[202, 176]], stamp(p.dark, shape('M-20 12 Q0 -34 20 12 L8 12 V30 H-8 V12 Z', p.light)))) +
      ring(250, 116, 26, INK, 2) +
      line('M276 108 H316 M276 118 H316 M276 128 H316', INK, 2)
    )
  },
  book: (p) =>
    rect(104, 204, 196, 40, p.dark, 4) +
    rect(116, 210, 184, 28, PAPER) +
    rect(104, 204, 14, 40, p.main, 3) +
    rect(124, 166, 180, 38, p.accent, 4) +
    rect(136, 172, 168, 26, PAPER) +
    rect(124, 166, 14, 38, p.dark, 3) +
    turned(
      -6,
      200,
      130,
      rect(110, 98, 184, 66, p.main, 5) +
        rect(110, 98, 22, 66, p.dark, 4) +
        rect(146, 112, 134, 38, p.light, 2) +
        line('M160 126 H266 M178 137 H248', p.dark, 3) +
        line('M114 110 H128 M114 152 H128', BRASS, 3),
    ),
  'fountain-pen': (p) =>
    turned(
      -38,
      200,
      160,
      rect(64, 146, 130, 30, p.main, 14) +
        rect(186, 144, 14, 34, BRASS) +
        rect(200, 146, 76, 30, p.dark, 6) +
        shape('M276 150 L330 161 L276 172 Z', BRASS) +
        line('M292 161 H326', INK, 2) +
        disc(292, 161, 3, INK) +
        rect(88, 138, 92, 7, BRASS, 3) +
        rect(64, 146, 14, 30, INK, 10),
    ) + line('M262 252 Q286 232 300 246 T338 236', INK, 3),
}
