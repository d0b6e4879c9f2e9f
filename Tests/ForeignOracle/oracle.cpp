// Runs charts with Qt SCXML, a foreign implementation of the statechart semantics, and says after
// each event where they are.
//
// Standard input holds any number of
//
//   chart BYTES            the length of the document
//   ...the document, an end of line...
//   events COUNT
//   NAME [NUMBER]          one line each; the number comes with the event as its data
//
// and standard output gets for each chart a line `chart`, and for the start and each event one line
//
//   S1 S2 | LABEL LABEL    the active states, sorted by name, and what was logged meanwhile;
//                          `over` stands for the states once the chart has come to its end
//
// or `refused REASON` for a document that Qt does not take, or `endless` for a chart that does not
// come to rest. One that takes more than ten seconds all the same ends the program with a signal.

#include <QtCore/QBuffer>
#include <QtCore/QCoreApplication>
#include <QtCore/QLoggingCategory>
#include <QtScxml/QScxmlStateMachine>
#include <QtScxml/QScxmlEvent>
#include <QtScxml/QScxmlError>

#include <signal.h>
#include <unistd.h>

#include <iostream>
#include <memory>
#include <sstream>
#include <string>

namespace {

// Each transition logs something: what logs more after one event runs in a circle.
constexpr int mostMessages = 20000;

struct Machine {
    std::unique_ptr<QScxmlStateMachine> chart;
    QStringList log;
    bool isEndless = false;

    explicit Machine(const std::string &document)
    {
        QByteArray bytes(document.data(), qsizetype(document.size()));
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::ReadOnly);
        chart.reset(QScxmlStateMachine::fromData(&buffer));
        QObject::connect(chart.get(), &QScxmlStateMachine::log, chart.get(),
                         [this](const QString &, const QString &message) {
                             log << message;
                             isEndless = isEndless || log.size() > mostMessages;
                             if (isEndless) chart->stop();
                         });
    }

    // Works off everything that is queued. All that the charts do is queued at once: they know no
    // delays.
    void settle()
    {
        for (int round = 0; round < 50; ++round) {
            QCoreApplication::sendPostedEvents();
            QCoreApplication::processEvents();
        }
    }

    void report()
    {
        if (isEndless) {
            std::cout << "endless\n";
            log.clear();
            return;
        }
        QStringList states = chart->isRunning() ? chart->activeStateNames(false) : QStringList("over");
        states.sort();
        std::cout << states.join(' ').toStdString() << " | " << log.join(' ').toStdString() << '\n';
        log.clear();
    }
};

[[noreturn]] void giveUp(const std::string &problem)
{
    std::cerr << "oracle: " << problem << '\n';
    std::exit(2);
}

void run(const std::string &document, std::istream &input)
{
    std::string word;
    int count = 0;
    if (!(input >> word >> count) || word != "events") giveUp("expected `events COUNT`");
    std::getline(input, word);
    std::cout << "chart\n";
    Machine machine(document);
    const auto errors = machine.chart->parseErrors();
    const bool isSound = errors.isEmpty() && machine.chart->init();
    if (!isSound) {
        std::string reason = errors.isEmpty() ? "it cannot be initialized" : "";
        for (const auto &error : errors) reason += error.toString().toStdString() + "; ";
        std::cout << "refused " << reason << '\n';
    } else {
        machine.chart->start();
        machine.settle();
        machine.report();
    }
    for (int index = 0; index < count; ++index) {
        if (!std::getline(input, word)) giveUp("the events end too early");
        if (!isSound) continue;
        std::istringstream line(word);
        std::string name;
        int value = 0;
        line >> name;
        // Owned by the machine once it is submitted.
        auto *event = new QScxmlEvent;
        event->setName(QString::fromStdString(name));
        event->setEventType(QScxmlEvent::ExternalEvent);
        if (line >> value) event->setData(QVariant(value));
        if (machine.chart->isRunning()) machine.chart->submitEvent(event);
        else delete event;
        machine.settle();
        machine.report();
    }
}

} // namespace

int main(int count, char **arguments)
{
    QCoreApplication application(count, arguments);
    // Scripts of the charts fail on purpose; Qt would print each time.
    QLoggingCategory::setFilterRules("qt.scxml*=false\njs=false\nscxml*=false");
    std::ios::sync_with_stdio(false);
    // Whoever started this may have left the alarm blocked.
    sigset_t alarms;
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    sigprocmask(SIG_UNBLOCK, &alarms, nullptr);
    std::string word;
    size_t length = 0;
    while (std::cin >> word) {
        if (word != "chart" || !(std::cin >> length)) giveUp("expected `chart BYTES`");
        std::cin.get();
        std::string document(length, '\0');
        if (!std::cin.read(document.data(), std::streamsize(length))) giveUp("a document ends too early");
        alarm(10);
        run(document, std::cin);
        std::cout.flush();
    }
    return 0;
}
