"""Verbs of tool names and of first sentences, and what a call that they speak of does.

The tables hold the verbs of the tools of the test corpus and those of HTTP and MCP; words that are as often a noun
(`order`, `book`, `report`, `comment`) are left out, as a wrong reading is worse than none.
"""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from toolmint.text import name_words, word_set

__all__ = [
    "NOUN_VERBS",
    "WRITING",
    "Act",
    "OpeningVerb",
    "Verb",
    "act_of",
    "name_verbs",
    "opening_verb",
    "verb_of_name",
    "verbs_in",
]

Act: TypeAlias = Literal["read", "make", "create", "change", "delete", "send", "pay", "run", "vague"]
"""What a verb does. `make` is as often handed back as kept; `run` says that something happens and not what, `vague`
not even that."""
WRITING: frozenset[Act] = frozenset({"create", "change", "delete", "send", "pay"})
"""What leaves the world another."""


class Verb(NamedTuple):
    """A verb of a tool."""

    word: str
    """Its base form, lower case; a Chinese verb as it is."""
    act: Act


class OpeningVerb(NamedTuple):
    """The main verb of a first sentence."""

    verb: Verb
    end: int
    """Offset behind it."""


_ENGLISH_VERBS: dict[Act, str] = {
    "read": """
        analyse analyze browse calculate check compare compute convert count describe detect diagnose diff display
        download enumerate estimate evaluate examine explain extract fetch find forecast get identify inspect
        investigate list locate look lookup measure monitor obtain parse peek ping poll predict preview provide
        query read recommend retrieve return scan search see show simulate stat suggest summarise summarize
        translate validate verify view wait watch
    """,
    "create": """
        add append attach clone copy create duplicate establish fork insert place provision register save store upload
        upsert write
    """,
    "make": "build compose draw generate make render",
    "change": """
        accept acknowledge activate adjust amend apply approve archive assign associate ban block cancel change
        close commit complete configure connect deactivate decline deny deploy detach disable disassociate
        disconnect dismiss edit enable finish grant import increment join kick launch leave link lock mark merge
        migrate modify move mute patch pause pin promote put reassign reconcile redact reject rename reopen reorder
        replace reprioritise reprioritize rerun reset resolve restart restore resume retry rollback rotate schedule
        set snooze star start stop subscribe suspend switch sync toggle trigger unarchive unassign unban unblock
        uncancel undo unenroll unlink unlock unmark unmute unpause unpin unresolve unstar unsubscribe update
    """,
    "delete": "clear delete destroy drop erase expunge purge remove revoke terminate truncate uninstall wipe",
    "send": "announce broadcast deliver forward invite notify post publish reply send submit tweet",
    "pay": "buy charge donate pay payout purchase refund remit transfer withdraw",
    "run": "do execute invoke perform run",
    "vague": "administer deal handle manage manipulate operate process support",
}
_ENGLISH: dict[str, Act] = {word: act for act, words in _ENGLISH_VERBS.items() for word in words.split()}

_CHINESE_VERBS: dict[Act, str] = {
    "read": """
        查询 获取 获得 列出 列举 搜索 检索 查找 查看 查阅 读取 浏览 计算 统计 返回 校验 验证 检查 检测 预览 比较
        对比 分析 估算 预测 解析 翻译 下载 展示 显示 识别 判断 拉取 询问 提取 总结 推荐 定位
    """,
    "make": "生成 绘制 制作",
    "create": "创建 新建 新增 添加 增加 写入 插入 上传 注册 保存 复制 克隆 存储 加入",
    "change": """
        更新 修改 编辑 变更 设置 设定 启用 禁用 停用 激活 归档 恢复 重命名 移动 合并 替换 审批 批准 驳回 拒绝 分配
        绑定 解绑 锁定 解锁 订阅 退订 关闭 打开 重置 标记 置顶 授权 转移 启动 停止 触发 部署 取消 导入
    """,
    "delete": "删除 移除 清空 清除 销毁 卸载 撤销 作废 抹除 撤回",
    "send": "发送 发布 提交 推送 通知 邀请 回复 转发 群发",
    "pay": "支付 付款 退款 转账 扣款 提现 充值 打款 汇款",
    "run": "执行 运行 调用",
    "vague": "处理 管理 操作 支持 维护 负责",
}
_CHINESE: dict[str, Act] = {word: act for act, words in _CHINESE_VERBS.items() for word in words.split()}

_PREVIEWS = word_set("check preview validate verify dry simulate estimate test quote status history")
"""Words of a name which say that the act itself does not happen, or is over."""
_PLAIN = word_set("create delete edit fetch get remove retrieve update")
"""Verbs that no name has for a noun."""
NOUN_VERBS = word_set(
    """
    add approve attach ban block change charge check clear clone close complete configure copy count deal deny
    do duplicate execute extract forecast fork grant handle identify import increment invite join kick launch
    leave link list lock look lookup make mark measure merge monitor move mute obtain operate patch pause pay
    perform pin ping place poll post predict preview process promote provide publish purchase put query read
    refund release reply report reset restore retry return run scan schedule search see set show snooze start
    stat stop store submit subscribe support switch sync tail toggle transfer trigger tweet undo update upload
    view wait watch withdraw write
    """
)
"""Verbs that are also nouns or adjectives: behind the first word of a name they tell little."""
_COMPOUNDS = {"purchase": frozenset({"order", "orders", "request", "requests"}), "check": frozenset({"in", "out"})}
"""First words that are a noun, or another verb, with the word behind them."""
_LAST = word_set("add copy fork list merge move query read reset search set show sync update upload write")
"""Of those, the ones that are verbs at the end of a name: `issue_write`, `repo_list`."""

_LIGHT = frozenset({"do", "perform"})
"""Verbs that leave it to the next word what is done: `perform a search`."""
_REACH = 30
_FIRST_WORDS = re.compile(
    r"""
    (?:
        [\s>*_#•✅⚠️🚨:.-]++
        |\[[^\]\n]{1,40}\]\s*|\([^()\n]{1,40}\)\s*
        |(?i:deprecated|experimental|beta|internal|bulk|admin(?:\s+only)?|note|important|warning|required)[:.!]?\s+
        |(?i:this\s+(?:tool|function|endpoint|method|api|operation|call|command|action|request|resource|route)
            |(?:a|an|the)\s+(?:tool|function|endpoint|method|api|operation)|(?:tool|function|endpoint|method|api)s?
            |use\s+(?:this|it|the)(?:\s+(?:tool|function|endpoint|method|api|operation))?)\s+
        |(?i:is\s+used|can\s+be\s+used|allows?(?:\s+(?:you|users?|the\s+\w+|clients?|callers?))?|lets?\s+(?:you|users?)
            |enables?\s+(?:you|users?)|used|helps?(?:\s+you)?|will|can|to|for|that|which|you\s+can|attempts?|tries)\s+
        |(?i:permanently|immediately|asynchronously|synchronously|automatically|programmatically|easily|quickly
            |securely|safely|efficiently|bulk|batch|force|partially|fully|simply|always|optionally|either|first)\s+
    )+
    """,
    re.VERBOSE,
)
_WORD = re.compile(r"[A-Za-z]+(?:[-'][A-Za-z]+)*")
_HAN_VERB = re.compile("|".join(sorted(_CHINESE, key=len, reverse=True)))
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_KANA = re.compile("[\u3040-\u30ff]")
_FIRST = re.compile(r"[^.。!！?？\n]*")


def act_of(word: str) -> Act | None:
    """Return what a verb does, in any form: `creates`, `creating`, `created`."""
    verb = _base(word.lower())
    return _ENGLISH.get(verb) if verb is not None else _CHINESE.get(word)


@lru_cache(maxsize=4096)
def _base(word: str) -> str | None:
    if word in _ENGLISH:
        return word
    stems = [word[:-1]] if word.endswith("s") else []
    if word.endswith("es"):
        stems += [word[:-2], word[:-3] + "y" if word.endswith("ies") else ""]
    for ending in ("ing", "ed"):
        if word.endswith(ending):
            stem = word.removesuffix(ending)
            stems += [stem, stem + "e", stem[:-1] + "y" if stem.endswith("i") else "", stem[:-1]]
    return next((stem for stem in stems if len(stem) > 1 and stem in _ENGLISH), None)


@lru_cache(maxsize=32768)
def name_verbs(name: str) -> tuple[Verb, ...]:
    """Return the verbs of a tool's name, its main verb first; empty where none is sure.

    The first word counts before all others; behind a namespace (`git_create_branch`, `issue_write`) only words that
    are nothing but verbs do, and some others at the end. `or` and `and` join: `get_or_create` has two. What is checked,
    previewed or a status has no verb: `refund_preview` refunds nothing.
    """
    words = [word.lower() for word in name_words(name)]
    if not words:
        return ()
    if len(words) > 1 and not _PREVIEWS.isdisjoint(words[1:]) and words[0] not in ("get", "list", "update", "set"):
        return ()
    start = _main(words)
    if start is None:
        return ()
    if words[start] in _LIGHT and words[start + 1 : start + 2] and _as_verb(words[start + 1]):
        start += 1
    found = [word for word in (words[start], *_joined(words, start)) if _as_verb(word)]
    return tuple(Verb(word, act) for word in found if (act := _as_verb(word)) is not None)


def _main(words: list[str]) -> int | None:
    """Return the place of the main verb in the words of a name."""
    last = len(words) - 1
    compound = last > 0 and words[1] in _COMPOUNDS.get(words[0], ())
    noun = words[0] in NOUN_VERBS and last > 0 and words[last] in _PLAIN
    if _as_verb(words[0]) and not compound and not noun:
        return 0
    sure = (
        i
        for i, word in enumerate(words)
        if i and _as_verb(word) and (word not in NOUN_VERBS or (i == last and word in _LAST))
    )
    return next(sure, None)


def _as_verb(word: str) -> Act | None:
    """Read a word of a name; names have verbs in their base form (`linked_account` links nothing)."""
    return _ENGLISH.get(word)


def _joined(words: list[str], start: int) -> list[str]:
    found = []
    while start + 2 < len(words) and words[start + 1] in ("or", "and"):
        start += 2
        found.append(words[start])
    return found


@lru_cache(maxsize=32768)
def verb_of_name(name: str) -> Verb | None:
    """Return the verb of a name that does most: `get_or_create` creates."""
    verbs = name_verbs(name)
    return next((verb for verb in verbs if verb.act in WRITING), verbs[0] if verbs else None)


@lru_cache(maxsize=32768)
def opening_verb(text: str) -> OpeningVerb | None:
    """Find the main verb of a text's first sentence.

    Openings such as "This tool allows you to" are passed over; in Chinese it is the first verb of the sentence.
    Japanese is not read.
    """
    lead = len(text) - len(text.lstrip("# \n"))
    sentence = _FIRST.match(text, lead)
    first = sentence.group() if sentence is not None else ""
    if _HAN.search(first):
        found = None if _KANA.search(text[:400]) else _HAN_VERB.search(first)
        return OpeningVerb(Verb(found.group(), _CHINESE[found.group()]), lead + found.end()) if found else None
    opening = _FIRST_WORDS.match(text, lead)
    at = opening.end() if opening is not None else lead
    word = _WORD.match(text, at)
    base = _base(word.group().lower()) if word is not None else None
    if word is None or base is None:
        return None
    if base in _LIGHT:
        for other in _WORD.finditer(text, word.end(), min(len(text), word.end() + _REACH)):
            act = act_of(other.group())
            if act is not None:
                return OpeningVerb(Verb(other.group().lower(), act), other.end())
    return OpeningVerb(Verb(base, _ENGLISH[base]), word.end())


def verbs_in(text: str) -> list[Verb]:
    """Return every verb of a text in reading order: English words in any form, Chinese ones as they stand."""
    found: list[tuple[int, Verb]] = []
    for word in _WORD.finditer(text):
        base = _base(word.group().lower())
        if base is not None:
            found.append((word.start(), Verb(base, _ENGLISH[base])))
    if _HAN.search(text):
        found += [(one.start(), Verb(one.group(), _CHINESE[one.group()])) for one in _HAN_VERB.finditer(text)]
    return [verb for _, verb in sorted(found)]
