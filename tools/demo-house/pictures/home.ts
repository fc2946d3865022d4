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

export const HOME_DRAWINGS: Readonly<Record<string, Drawing>> = {
  chair: (p) =>
    line('M146 70 V168 M254 70 V168', WOOD, 11) +
    line('M146 74 Q200 52 254 74', WOOD, 12) +
    line('M150 106 Q200 90 250 106 M150 134 Q200 120 250 134', WOOD, 8) +
    shape('M132 166 H268 L280 188 H120 Z', p.main) +
    shape('M120 188 H280 V196 H120 Z', p.dark) +
    line('M132 196 L124 250 M268 196 L276 250 M158 196 V240 M242 196 V240', WOOD, 10) +
    line('M130 222 H270', WOOD, 6),
  armchair: (p) =>
    shape('M126 76 Q200 50 274 76 Q286 80 284 110 V186 H116 V110 Q114 80 126 76 Z', p.main) +
    rect(84, 134, 50, 100, p.dark, 22) +
    rect(266, 134, 50, 100, p.dark, 22) +
    rect(124, 166, 152, 44, p.light, 16) +
    rect(118, 204, 164, 30, p.dark, 8) +
    line('M112 234 L104 252 M288 234 L296 252', WOOD, 10) +
    [160, 200, 240].map((x) => disc(x, 112, 4, p.dark)).join('') +
    [180, 220].map((x) => disc(x, 140, 4, p.dark)).join(''),
  wardrobe: (p) =>
    shape('M108 66 Q200 34 292 66 V78 H108 Z', WOOD) +
    rect(116, 76, 168, 166, TAN, 3) +
    rect(126, 88, 70, 104, WOOD, 4) +
    rect(204, 88, 70, 104, WOOD, 4) +
    rect(134, 96, 54, 88, p.main, 4) +
    rect(212, 96, 54, 88, p.main, 4) +
    rect(126, 202, 148, 30, WOOD, 4) +
    disc(190, 144, 4, BRASS) +
    disc(210, 144, 4, BRASS) +
    disc(164, 217, 5, BRASS) +
    disc(236, 217, 5, BRASS) +
    disc(161, 140, 14, p.light) +
    disc(239, 140, 14, p.light) +
    shape('M120 242 H146 L138 254 H124 Z', WOOD) +
    shape('M254 242 H280 L276 254 H262 Z', WOOD),
  lamp: (p) =>
    shape('M158 66 H242 L276 142 H124 Z', p.main) +
    shape('M158 66 H186 L160 142 H124 Z', p.light) +
    line('M200 142 V236', BRASS, 8) +
    oval(200, 244, 52, 10, INK) +
    disc(200, 152, 12, '#f6e3a8') +
    line('M226 142 V172', STEEL, 2) +
    disc(226, 176, 5, p.accent),
  carpet: (p) =>
    rect(84, 92, 232, 136, p.dark, 3) +
    rect(94, 102, 212, 116, p.accent) +
    rect(102, 110, 196, 100, p.main) +
    shape('M200 116 L262 160 L200 204 L138 160 Z', p.dark) +
    shape('M200 132 L240 160 L200 188 L160 160 Z', p.light) +
    shape('M200 146 L220 160 L200 174 L180 160 Z', p.accent) +
    repeat(
      [
        [116, 124],
        [284, 124],
        [116, 196],
        [284, 196],
      ],
      shape('M0 -10 L10 0 L0 10 L-10 0 Z', p.light),
    ) +
    Array.from({ length: 17 }, (_, fringe) => line(`M${76} ${96 + fringe * 8} H84 M316 ${96 + fringe * 8} H324`, PAPER, 3)).join(
      '',
    ),
  vase: (p) =>
    shape(
      'M176 66 H224 Q226 78 216 88 Q214 106 240 128 Q272 158 254 204 Q244 236 228 246 H172 Q156 236 146 204 Q128 158 160 128 Q186 106 184 88 Q174 78 176 66 Z',
      PAPER,
    ) +
    shape('M140 170 Q200 196 260 170 Q262 188 254 204 Q200 226 146 204 Q138 188 140 170 Z', p.main) +
    line('M164 136 Q200 152 236 136', p.main, 5) +
    line('M184 90 H216', p.accent, 5) +
    repeat(
      [[200, 164]],
      [0, 72, 144, 216, 288].map((turn) => turned(turn, 0, 0, oval(0, -12, 6, 10, p.accent))).join('') + disc(0, 0, 5, BRASS),
    ) +
    line('M172 246 H228', p.dark, 6),
  'mantel-clock': (p) =>
    shape('M112 236 V150 Q112 64 200 64 Q288 64 288 150 V236 Z', WOOD) +
    rect(96, 232, 208, 18, WOOD, 4) +
    rect(104, 226, 192, 8, BRASS) +
    disc(200, 146, 62, BRASS) +
    disc(200, 146, 54, PAPER) +
    [0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330]
      .map((turn) => turned(turn, 200, 146, rect(198, 97, 4, turn % 90 === 0 ? 12 : 7, INK)))
      .join('') +
    line('M200 146 L176 122', INK, 6) +
    line('M200 146 L226 112', p.accent, 4) +
    disc(200, 146, 5, INK) +
    line('M150 214 H250', BRASS, 4),
  painting: (p) =>
    rect(84, 70, 232, 172, BRASS, 4) +
    rect(94, 80, 212, 152, '#9c7a30', 2) +
    rect(104, 90, 192, 132, p.light) +
    disc(252, 118, 15, '#f4dfae') +
    shape('M104 178 L160 112 L196 152 L222 130 L296 192 V222 H104 Z', p.dark) +
    shape('M160 112 L178 132 L160 140 L146 130 Z', PAPER) +
    shape('M104 190 Q160 172 210 194 Q250 206 296 192 V222 H104 Z', p.main) +
    shape('M196 222 Q206 202 190 194 L200 192 Q222 204 214 222 Z', p.light) +
    line('M124 206 V186', WOOD, 4) +
    disc(124, 180, 11, p.accent),
  etching: (p) =>
    rect(100, 62, 200, 188, INK, 2) +
    rect(108, 70, 184, 172, PAPER) +
    rect(136, 94, 128, 108, '#e9e2d3') +
    line(
      'M144 194 V150 H162 V194 M162 164 L180 138 L198 164 V194 M198 150 H216 V194 M216 128 L226 104 L236 128 V194 M236 160 H256 V194',
      INK,
      3,
    ) +
    line(
      'M140 194 H260 M150 158 V162 M150 170 V174 M206 158 V162 M206 170 V174 M246 168 V172 M180 156 V160 M226 136 V142',
      INK,
      3,
    ) +
    line('M146 112 H186 M156 118 H206', STEEL, 1) +
    line('M226 216 Q236 208 244 216 T262 214', p.accent, 2) +
    line('M140 216 H162', STEEL, 2),
  'sewing-machine': (p) =>
    shape(
      'M104 118 Q104 96 126 96 H292 Q308 96 308 112 V212 H256 V148 Q256 138 246 138 H158 L152 168 H122 L118 138 Q104 136 104 118 Z',
      p.dark,
    ) +
    rect(84, 212, 236, 20, WOOD, 4) +
    rect(84, 232, 236, 14, '#6f4930', 3) +
    disc(314, 124, 24, INK) +
    disc(314, 124, 16, STEEL) +
    disc(314, 124, 5, INK) +
    line('M137 168 V206', SILVER, 5) +
    rect(122, 204, 34, 7, SILVER, 2) +
    rect(176, 84, 16, 12, p.accent, 3) +
    line('M184 84 Q150 70 137 96', p.accent, 2) +
    line('M170 118 H246', BRASS, 5) +
    disc(284, 178, 12, BRASS),
  barbecue: (p) =>
    shape('M116 138 Q118 66 200 66 Q282 66 284 138 Z', p.main) +
    shape('M116 144 H284 Q280 200 200 200 Q120 200 116 144 Z', INK) +
    rect(106, 136, 188, 10, STEEL, 4) +
    rect(182, 54, 36, 12, INK, 6) +
    line('M152 190 L120 250 M248 190 L280 250 M200 200 V230', INK, 8) +
    line('M138 230 H262', STEEL, 5) +
    disc(118, 246, 11, INK) +
    disc(118, 246, 5, STEEL) +
    disc(282, 246, 11, INK) +
    disc(282, 246, 5, STEEL) +
    line('M154 96 Q166 82 184 80', p.light, 6) +
    disc(236, 104, 8, PAPER),
  wine: (p) =>
    shape('M150 62 H174 V112 Q196 124 196 152 V244 Q196 252 188 252 H136 Q128 252 128 244 V152 Q128 124 150 112 Z', '#34503f') +
    rect(148, 56, 28, 30, p.accent, 4) +
    rect(128, 164, 68, 56, PAPER) +
    line('M138 178 H186 M146 190 H178', p.main, 4) +
    disc(162, 206, 6, BRASS) +
    shape('M222 118 H286 Q290 176 254 180 Q218 176 222 118 Z', '#ffffffaa') +
    shape('M223 142 H285 Q284 176 254 179 Q224 176 223 142 Z', '#8a3047') +
    line('M254 180 V240', SILVER, 5) +
    oval(254, 244, 32, 7, SILVER),
  handbag: (p) =>
    line('M150 132 Q150 62 200 62 Q250 62 250 132', p.dark, 11) +
    shape('M104 124 H296 L312 232 Q312 246 296 246 H104 Q88 246 88 232 Z', p.main) +
    shape('M104 124 H296 L300 154 Q200 204 100 154 Z', p.dark) +
    rect(186, 168, 28, 22, BRASS, 4) +
    rect(194, 176, 12, 6, INK, 2) +
    line('M98 228 H302', p.light, 2) +
    disc(150, 134, 6, BRASS) +
    disc(250, 134, 6, BRASS),
  pram: (p) =>
    shape('M108 142 A92 92 0 0 1 200 56 V142 Z', p.dark) +
    line('M132 84 L200 142 M108 142 H200', p.main, 3) +
    shape('M104 142 H298 Q294 206 236 208 H172 Q112 206 104 142 Z', p.main) +
    line('M298 142 Q320 134 330 104', INK, 8) +
    line('M150 206 L230 240 M250 206 L166 240', STEEL, 6) +
    repeat(
      [
        [152, 232],
        [256, 232],
      ],
      ring(0, 0, 19, INK, 6) + disc(0, 0, 5, STEEL) + line('M-15 0 H15 M0 -15 V15', STEEL, 2),
    ) +
    rect(116, 150, 168, 10, p.light, 5),
}
